import type { Runtime } from "./prepare.ts";
import { measureGuards } from "./rows_guard.ts";
import { measureApis } from "./rows_api.ts";
import { measureFootprints } from "./footprint.ts";
import { measureImports } from "./imports.ts";
import { measureEntries } from "./rows_entries.ts";
import { runRounds } from "./rounds.ts";
import {
  measureExtras,
  measureSignInFloor,
  measureSignIns,
} from "./rows_sign_in.ts";
import {
  measureDatabase,
  measurePayloads,
  measureProviders,
  measureReads,
  OURS,
  WARM_UP,
} from "./rows_read.ts";
import { measureTokens } from "./rows_tokens.ts";
import { type Line, toText, toTimes } from "./table.ts";

/** The settings and tools of a row. */
export interface Plan {
  readonly runtimes: readonly Runtime[];
  readonly quick: boolean;
  /** Notes how noisy the machine was. */
  note(text: string): void;
}

/** A group of lines that are measured together. */
export type Row = (plan: Plan) => Promise<Line[]>;

/** The rows by the name that `--only` takes. */
export const rows: Readonly<Record<string, Row>> = {
  read: (plan) => onEach(plan, measureReads),
  database: (plan) => onEach(plan, measureDatabase),
  express: (plan) => onEach(plan, measureExpress),
  guard: (plan) => onEach(plan, measureGuards),
  api: (plan) => onEach(plan, measureApis),
  "sign-in": (plan) => onEach(plan, measureSignIns),
  "sign-in-floor": (plan) => onEach(plan, measureSignInFloor),
  providers: (plan) => onEach(plan, measureProviders),
  payload: (plan) => onEach(plan, measurePayloads),
  tokens: (plan) => onEach(plan, measureTokens),
  extras: (plan) => onEach(plan, measureExtras),
  memory: measureMemory,
  import: measureImports,
  size: measureFootprints,
};

type RuntimeRow = (runtime: Runtime, plan: Plan) => Promise<Line[]>;

async function onEach(
  { quick, runtimes, ...rest }: Plan,
  row: RuntimeRow,
): Promise<Line[]> {
  const lines: Line[] = [];
  const wanted = quick && row !== measureReads
    ? runtimes.slice(0, 1)
    : runtimes;
  for (const runtime of wanted) {
    lines.push(...await row(runtime, { quick, runtimes, ...rest }));
  }
  return lines;
}

async function measureExpress(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const names = [
    "bare route",
    OURS,
    "express-session, passport",
    "iron-session",
    "Auth.js",
    ...(plan.quick ? [] : ["Better Auth, memory"]),
    "Better Auth, HMAC",
  ];
  const load = { sessions: 300, connections: 48 };
  const measured = await runRounds(
    runtime,
    plan.quick ? 1 : 3,
    names.map((label) => {
      const slow = label.includes("Auth") || label === "iron-session";
      const requests = (slow ? 1000 : 10_000) / (plan.quick ? 2 : 1);
      const args = [label, { ...load, warmUp: WARM_UP, requests }];
      return { label, kind: "express", args };
    }),
  );
  const bare = measured[0]?.values ?? {};
  const ours = measured[1]?.values ?? {};
  return measured.flatMap(({ label, values }) => {
    const { micros = NaN, perSecond = NaN } = values;
    const over = `${toTimes(micros, bare.micros ?? NaN)} bare`;
    return [
      {
        row: "GET /me through Express 5",
        subject: label,
        runtime: runtime.name,
        value: `${toText(micros, "µs CPU")}, ${toText(perSecond)} a second`,
        ratio: label === "bare route" || label === OURS
          ? over
          : `${over}; ours serves ${toTimes(ours.perSecond ?? NaN, perSecond)}`,
      },
    ];
  });
}

async function measureMemory(
  { runtimes, quick, ...rest }: Plan,
): Promise<Line[]> {
  const runtime = runtimes.find(({ name }) => name === "Node");
  if (runtime === undefined) return [];
  const toil = { reads: 1_000_000, attempts: quick ? 10_000 : 100_000 };
  const [found] = await runRounds(runtime, 1, [
    { label: OURS, kind: "memory", args: [toil] },
  ]);
  const { reads = NaN, attempts = NaN } = found?.values ?? {};
  const line = (row: string, kilobytes: number) => ({
    row: `heap after ${row}`,
    subject: OURS,
    runtime: runtime.name,
    value: toText(kilobytes, "kB more"),
    ratio: "",
  });
  return [
    line(`${toil.reads} session reads`, reads),
    line(`${toil.attempts} sign-ins that nobody finished`, attempts),
    ...await measureEntries(runtime, { runtimes, quick, ...rest }),
  ];
}
