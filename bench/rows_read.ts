/** The rows about session reads. */

import facts from "../providers/catalogue/facts.json" with { type: "json" };
import type { Runtime } from "./prepare.ts";
import { type Measured, runRounds, toSpread } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText, toTimes } from "./table.ts";

/** This library's subject. */
export const OURS = "Latchkey";
/** The providers of the catalogue; as many invented ones for the others. */
const MANY = facts.filter(({ type }) => /^(?:oauth|oidc)$/.test(type)).length;
/**
 * The same for all: an unfinished JIT would favour the subject that is measured
 * longer.
 */
export const WARM_UP = 4000;

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

/** Measures reads with each of these libraries. */
async function readEach(
  names: readonly string[],
  runtime: Runtime,
  { quick }: Plan,
): Promise<Measured[]> {
  return await runRounds(
    runtime,
    quick ? 1 : 3,
    names.map((label) => ({
      label,
      kind: "read",
      args: [label, toAmount(label, quick)],
    })),
  );
}

/** Measures reads of sessions in cookies, of this library and of others. */
export async function measureReads(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
  const names = [
    OURS,
    "iron-session",
    "Auth.js",
    "Better Auth, HS256",
    ...(plan.quick ? [] : ["Better Auth, HMAC", "Better Auth, JWE"]),
    "Better Auth, memory",
  ];
  const measured = await readEach(names, runtime, plan);
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
export async function measureDatabase(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
  const names = [`${OURS}, database`, "Auth.js, database"];
  const measured = await readEach(names, runtime, plan);
  const ours = measured[0]?.values.distinctOver ?? NaN;
  return measured.map(({ label, values }, i) => ({
    row: "session read, database in memory",
    subject: label,
    runtime: runtime.name,
    value: toText(values.distinct ?? NaN, "µs CPU"),
    ratio: i === 0 ? "1" : `${toTimes(values.distinctOver ?? NaN, ours)} ours`,
  }));
}

/** Compares reads with many providers and with one. */
export async function measureProviders(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
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

/** Bytes; a session of 8 kB is more than the library would write. */
const SIZES = [200, 1000, 3900, 8000];
const BUDGET = 4000;

/** Measures reads of small and of large sessions. */
export async function measurePayloads(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
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
