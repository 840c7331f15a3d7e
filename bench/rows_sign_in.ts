/** The rows about sign-ins and their pages, beside the same by hand. */

import { run } from "../scripts/command.ts";
import { median } from "./cases/measure.ts";
import { folder, type Found, type Runtime } from "./prepare.ts";
import { runRounds } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText, toTimes } from "./table.ts";

/** Compares warm sign-ins with a sketch written by hand. */
export async function measureSignInFloor(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const amount = {
    count: 20,
    blocks: quick ? 20 : 40,
    warmUp: quick ? 300 : 3000,
  };
  const [measured] = await runRounds(runtime, quick ? 1 : 3, [{
    label: "Latchkey",
    kind: "sign-in-floor",
    args: [amount, toProviderCommand(runtime)],
  }]);
  const { own = NaN, sketch = NaN, over = NaN } = measured?.values ?? {};
  return toLines("warm OIDC sign-in, provider elsewhere", runtime, {
    own,
    floor: sketch,
    over,
    unit: "ms CPU",
  });
}

/** The applications in Express, the sketch first. */
const inExpress = [
  "the sketch",
  "Latchkey",
  "passport by a link, ID token not verified",
];

/** How sign-ins come, and how many came before. */
const LOADS = [
  { when: "one by one, after 20", browsers: 1, before: 20, rounds: 9 },
  { when: "one by one, after 3,000", browsers: 1, before: 3000, rounds: 3 },
  { when: "eight at once, after 3,000", browsers: 8, before: 3000, rounds: 3 },
];

/** Compares whole sign-ins through Express, from the page to the session. */
export async function measureSignInExpress(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const commands = [toProviderCommand(runtime), toServerCommand(runtime)];
  const lines: Line[] = [];
  for (const { when, browsers, before, rounds } of LOADS) {
    const isCold = before < 300;
    const amount = {
      // Few, because the code gets quicker with each.
      count: isCold ? 20 : 48,
      blocks: isCold || quick ? 10 : 20,
      warmUp: quick ? Math.min(before, 300) : before,
      browsers,
    };
    const [measured] = await runRounds(runtime, quick ? 1 : rounds, [{
      label: when,
      kind: "sign-in-express",
      args: [inExpress, amount, commands],
    }]);
    for (const subject of inExpress) {
      const over = measured?.values[`${subject}, over`] ?? NaN;
      lines.push({
        row: `OIDC sign-in through Express 5 with its page, ${when}`,
        subject,
        runtime: runtime.name,
        value: toText(measured?.values[subject] ?? NaN, "ms CPU"),
        ratio: subject === inExpress[0]
          ? "1"
          : `${toTimes(over, 1)} the sketch`,
      });
    }
  }
  return lines;
}

/** Pauses before the first sign-in of a process, in milliseconds. */
const BEFORE = {
  "at once": [0, 0],
  "two seconds after its start": [2000, 0],
  "a second after the page": [0, 1000],
} as const;

type Before = (typeof BEFORE)[keyof typeof BEFORE];

/** Compares the first sign-in of a process: at once, after a while, and after its page. */
export async function measureFirstSignIn(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [when, before] of Object.entries(BEFORE)) {
    const found = { own: [] as Found[], sketch: [] as Found[] };
    for (let round = 0; round < (quick ? 3 : 9); round++) {
      found.own.push(await signInFirst(runtime, "Latchkey", before));
      found.sketch.push(await signInFirst(runtime, "sketch", before));
    }
    const pick = (all: readonly Found[], name: string) =>
      median(all.map((one) => one[name] ?? NaN));
    // The sketch imports everything at once, and this library what it needs
    // when it needs it, so only the sum compares the same work.
    for (const name of ["cpu", "wall", "start", "sum"]) {
      const own = pick(found.own, name);
      const floor = pick(found.sketch, name);
      const row = name === "start"
        ? "import and configuration of that process"
        : name === "sum"
        ? "import, configuration and that sign-in"
        : `first sign-in of a process, ${when}`;
      const unit = name === "wall" ? "ms" : "ms CPU";
      const values = { own, floor, over: own / floor, unit };
      lines.push(...toLines(row, runtime, values));
    }
  }
  return lines;
}

/** Compares a form token and the sign-in page with answers by hand. */
export async function measureAnswers(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const amount = { count: 200, blocks: quick ? 10 : 40 };
  const measured = await runRounds(
    runtime,
    quick ? 1 : 3,
    ["token", "page"].map((label) => ({
      label,
      kind: "answers",
      args: [label, amount],
    })),
  );
  return measured.flatMap(({ label, values }) => {
    const { own = NaN, floor = NaN, over = NaN } = values;
    const row = label === "token"
      ? "GET /auth/csrf"
      : "GET /auth/signin, 3 providers";
    return toLines(row, runtime, { own, floor, over, unit: "µs CPU" });
  });
}

function toProviderCommand({ flags }: Runtime): string[] {
  return [...flags, `${folder}/cases/run.ts`, "provider"];
}

function toServerCommand({ flags }: Runtime): string[] {
  return [...flags, `${folder}/cases/run.ts`, "serve-sign-ins"];
}

async function signInFirst(
  runtime: Runtime,
  name: string,
  before: Before,
): Promise<Found> {
  const { command, flags } = runtime;
  const { code, output } = await run(command, [
    ...flags,
    `${folder}/cases/first_sign_in.ts`,
    name,
    ...before.map(String),
    ...toProviderCommand(runtime),
  ], { cwd: folder, seconds: 300, env: { NODE_ENV: "production" } });
  const last = output.split("\n").findLast((line) => line.startsWith("{"));
  if (code !== 0 || last === undefined) throw new Error(output);
  return JSON.parse(last);
}

/** A measured value, and that of the sketch. */
interface Compared {
  readonly own: number;
  readonly floor: number;
  readonly over: number;
  readonly unit: string;
}

function toLines(
  row: string,
  runtime: Runtime,
  { own, floor, over, unit }: Compared,
): Line[] {
  const line = (subject: string, value: number, ratio: string) => ({
    row,
    subject,
    runtime: runtime.name,
    value: toText(value, unit),
    ratio,
  });
  return [
    line("the sketch", floor, "1"),
    line("Latchkey", own, `${toTimes(over, 1)} the sketch`),
  ];
}
