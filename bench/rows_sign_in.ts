/** The rows about sign-ins: beside other libraries, and beside the same by hand. */

import { folder, type Runtime } from "./prepare.ts";
import { runRounds } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { OURS } from "./rows_read.ts";
import { type Line, toText, toTimes } from "./table.ts";

/** Compares warm sign-ins with those of other libraries. */
export async function measureSignIns(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
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
  const provider = [...runtime.flags, `${folder}/cases/run.ts`, "provider"];
  const [measured] = await runRounds(runtime, quick ? 1 : 3, [
    { label: OURS, kind: "sign-in-floor", args: [amount, provider] },
  ]);
  const { own = NaN, sketch = NaN, over = NaN } = measured?.values ?? {};
  const line = (subject: string, value: number, ratio: string) => ({
    row: "warm OIDC sign-in, provider elsewhere",
    subject,
    runtime: runtime.name,
    value: toText(value, "ms CPU"),
    ratio,
  });
  return [
    line("the sketch", sketch, "1"),
    line(OURS, own, `${toTimes(over, 1)} the sketch`),
  ];
}

/** Compares reads and sign-ins with telemetry, and sign-ins with an audit trail, with those without. */
export async function measureExtras(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const amount = {
    sessions: 5000,
    reads: 2000,
    signIns: 20,
    blocks: quick ? 10 : 30,
  };
  const [measured] = await runRounds(runtime, quick ? 1 : 3, [
    { label: OURS, kind: "extras", args: [amount] },
  ]);
  const { read = NaN, readTraced = NaN, enter = NaN, ...over } =
    measured?.values ?? {};
  const line = (row: string, micros: number, times: number) => ({
    row,
    subject: OURS,
    runtime: runtime.name,
    value: toText(micros * times, "µs CPU"),
    ratio: `${toTimes(times, 1)} without`,
  });
  const signIn = "sign-in, with the provider's share,";
  return [
    line("session read, with OpenTelemetry", read, readTraced),
    line(`${signIn} with OpenTelemetry`, enter, over.enterTraced ?? NaN),
    line(`${signIn} with an audit trail`, enter, over.enterAudited ?? NaN),
  ];
}
