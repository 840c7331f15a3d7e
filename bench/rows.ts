import facts from "../providers/catalogue/facts.json" with { type: "json" };
import type { Runtime } from "./prepare.ts";
import { withServers } from "../scripts/servers.ts";
import { measureGuards } from "./rows_guard.ts";
import { measureFootprints } from "./footprint.ts";
import { measureImports } from "./imports.ts";
import { measureEntries } from "./entry_rows.ts";
import { measureProcesses } from "./processes/rows.ts";
import { type Measured, runRounds, toSpread } from "./rounds.ts";
import {
  measureAnswers,
  measureFirstSignIn,
  measureSignInFloor,
} from "./rows_sign_in.ts";
import { measureRefreshes, measureTokens } from "./token_rows.ts";
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

const OURS = "Latchkey";
/** The providers of the catalogue; as many invented ones for the others. */
const MANY = facts.filter(({ type }) => /^(?:oauth|oidc)$/.test(type)).length;
/**
 * The same for all: an unfinished JIT would favour the subject that is measured
 * longer.
 */
const WARM_UP = 4000;

/** The rows by the name that `--only` takes. */
export const rows: Readonly<Record<string, Row>> = {
  read: (plan) => onEach(plan, measureReads),
  database: (plan) => onEach(plan, measureDatabase),
  marks: (plan) => onEach(plan, measureMarks),
  express: (plan) => onEach(plan, measureExpress),
  guard: (plan) => onEach(plan, measureGuards),
  "sign-in": (plan) => onEach(plan, measureSignIns),
  "sign-in-floor": (plan) => onEach(plan, measureSignInFloor),
  "first-sign-in": (plan) => onEach(plan, measureFirstSignIn),
  answers: (plan) => onEach(plan, measureAnswers),
  providers: (plan) => onEach(plan, measureProviders),
  accept: (plan) => onEach(plan, measureAccept),
  payload: (plan) => onEach(plan, measurePayloads),
  tokens: (plan) => onEach(plan, measureTokens),
  refresh: (plan) => onEach(plan, measureRefreshes),
  processes: (plan) => onEach(plan, measureProcesses),
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

/** Many short blocks; slow subjects need fewer reads for a good measurement. */
function toAmount(name: string, quick: boolean): object {
  const ours = name.startsWith(OURS);
  return {
    sessions: ours ? 20_000 : 300,
    warmUp: ours ? 5 * WARM_UP : WARM_UP,
    reads: ours ? 2000 : 100,
    blocks: quick ? 10 : 30,
  };
}

/** Enough for a comparison in one process, or of one size. */
function toLess(name: string, quick: boolean): object {
  const reads = name === OURS ? 2000 : 100;
  return { ...toAmount(name, quick), sessions: 200, reads };
}

async function measureReads(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const names = [
    OURS,
    "iron-session",
    "Auth.js",
    "Better Auth, HS256",
    ...(plan.quick ? [] : ["Better Auth, HMAC", "Better Auth, JWE"]),
    "Better Auth, memory",
  ];
  const measured = await runRounds(
    runtime,
    plan.quick ? 1 : 3,
    names.map((label) => ({
      label,
      kind: "read",
      args: [label, toAmount(label, plan.quick)],
    })),
  );
  const limits = measured.flatMap(({ rounds }) =>
    rounds.map((one) => one.limit ?? NaN)
  );
  plan.note(
    `The limit's spread on ${runtime.name}: ${
      toText(toSpread(limits))
    } % of its median over ${limits.length} processes.`,
  );
  return toReadLines(runtime.name, measured);
}

function toReadLines(runtime: string, measured: readonly Measured[]): Line[] {
  const row = "session read, tokens all different";
  const ours = measured.find(({ label }) => label === OURS)?.values ?? {};
  const { distinct = NaN, repeated = NaN, limit = NaN } = ours;
  const { distinctOver = NaN, repeatedOver = NaN } = ours;
  const line = (subject: string, value: number, ratio: string) => ({
    row,
    subject,
    runtime,
    value: toText(value, "µs CPU"),
    ratio,
  });
  return [
    line("the limit: decrypt and parse", limit, "1"),
    line(OURS, distinct, `${toTimes(distinctOver, 1)} the limit`),
    {
      ...line(OURS, repeated, `${toTimes(repeatedOver, 1)} the limit`),
      row: "session read, one token again and again",
    },
    ...measured.filter(({ label }) => label !== OURS).map(
      ({ label, values }) => {
        // Each is compared with the limit of its own process: noise affects
        // both.
        const own = values.distinctOver ?? NaN;
        return line(
          label,
          values.distinct ?? NaN,
          `${toTimes(own, distinctOver)} ours`,
        );
      },
    ),
  ];
}

/** Both over the same adapter, in memory. */
async function measureDatabase(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const names = [`${OURS}, database`, "Auth.js, database"];
  const measured = await runRounds(
    runtime,
    plan.quick ? 1 : 3,
    names.map((label) => ({
      label,
      kind: "read",
      args: [label, toAmount(label, plan.quick)],
    })),
  );
  const ours = measured[0]?.values.distinctOver ?? NaN;
  return measured.map(({ label, values }, i) => ({
    row: "session read, database in memory",
    subject: label,
    runtime: runtime.name,
    value: toText(values.distinct ?? NaN, "µs CPU"),
    ratio: i === 0 ? "1" : `${toTimes(values.distinctOver ?? NaN, ours)} ours`,
  }));
}

/** Compares where revocations are stored: in this process, or remotely. */
async function measureMarks(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const names = [OURS, `${OURS}, Redis`, `${OURS}, Redis, asked every 10 s`];
  const amount = { sessions: 2000, warmUp: 20_000, reads: 2000 };
  const blocks = plan.quick ? 10 : 30;
  const cases = names.map((label) => ({
    label,
    kind: "marks",
    args: [label, { ...amount, blocks }],
  }));
  const measured = await withServers(
    () => runRounds(runtime, plan.quick ? 1 : 3, cases),
    ["Redis"],
  );
  const memory = measured[0]?.values.over ?? NaN;
  return measured.map(({ label, values: { micros = NaN, over = NaN } }, i) => ({
    row: "session read, 50 at once, revocations kept in",
    subject: i === 0 ? "memory" : label.slice(OURS.length + 2),
    runtime: runtime.name,
    value: toText(micros, "µs CPU"),
    ratio: i === 0 ? "1" : `${toTimes(over, memory)} memory`,
  }));
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

async function measureSignIns(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const names = [OURS, "Auth.js", "Better Auth"];
  const amount = { count: plan.quick ? 20 : 40, blocks: plan.quick ? 2 : 3 };
  const measured = await runRounds(
    runtime,
    plan.quick ? 1 : 3,
    names.map((label) => ({ label, kind: "sign-in", args: [label, amount] })),
  );
  const ours = measured[0]?.values.net ?? NaN;
  return measured.map(({ label, values }) => {
    const { net = NaN, total = NaN, requests = NaN } = values;
    return {
      row: "warm OIDC sign-in",
      subject: label,
      runtime: runtime.name,
      value: `${toText(net, "ms CPU")} (${toText(total)} with the provider), ${
        toText(requests)
      } requests`,
      ratio: label === OURS ? "1" : `${toTimes(net, ours)} ours`,
    };
  });
}

async function measureProviders(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const measured = await runRounds(
    runtime,
    plan.quick ? 1 : 3,
    [OURS, "Auth.js"].map((label) => ({
      label,
      kind: "providers",
      args: [label, toLess(label, plan.quick), MANY],
    })),
  );
  return measured.map(({ label, values: { few = NaN, many = NaN } }) => ({
    row: `session read, ${MANY} providers instead of 1`,
    subject: label,
    runtime: runtime.name,
    value: `${toText(few)} and ${toText(many, "µs CPU")}`,
    ratio: toTimes(many, few),
  }));
}

/** Measures what `session.accept` costs a visitor who has moved. */
async function measureAccept(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const measured = await runRounds(runtime, plan.quick ? 1 : 3, [
    { label: OURS, kind: "accept", args: [OURS, toLess(OURS, plan.quick)] },
  ]);
  return measured.map(({ label, values }) => ({
    row: "session read, with `session.accept` and without",
    subject: label,
    runtime: runtime.name,
    value: `${toText(values.other ?? NaN)} and ${
      toText(values.one ?? NaN, "µs CPU")
    }`,
    ratio: toTimes(values.over ?? NaN, 1),
  }));
}

/** Bytes; a session of 8 kB is more than the library would write. */
const SIZES = [200, 1000, 3900, 8000];
const BUDGET = 4000;

async function measurePayloads(runtime: Runtime, plan: Plan): Promise<Line[]> {
  const sizes = plan.quick ? [200, 3900] : SIZES;
  const lines: Line[] = [];
  for (const bytes of sizes) {
    const measured = await runRounds(
      runtime,
      plan.quick ? 1 : 2,
      [OURS, "iron-session", "Auth.js"].map((label) => ({
        label,
        kind: "payload",
        args: [
          label,
          toLess(label, plan.quick),
          bytes,
        ],
      })),
    );
    const ours = measured[0]?.values.micros ?? NaN;
    lines.push(...measured.map(({ label, values: { micros = NaN } }) => ({
      row: `session of ${(bytes / 1000).toFixed(1)} kB`,
      subject: label === OURS && bytes > BUDGET
        ? `${OURS} (would refuse to write it)`
        : label,
      runtime: runtime.name,
      value: toText(micros, "µs CPU"),
      ratio: label === OURS ? "1" : `${toTimes(micros, ours)} ours`,
    })));
  }
  return lines;
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
