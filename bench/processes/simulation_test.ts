import assert from "node:assert/strict";
import { test } from "node:test";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findSlower } from "../against/check_baseline.ts";
import { createReads, forecast, simulate } from "./simulation.ts";
import type { ReadOrders, ReadReport } from "./simulation_testkit.ts";

async function runProcess(orders: ReadOrders): Promise<ReadReport> {
  const file = `${root}bench/processes/simulation_testkit.ts`;
  const flags = ["run", "-A", "--quiet", "--no-check"];
  const output = await runOrThrow(
    Deno.execPath(),
    [...flags, `--config=${root}deno.json`, file, JSON.stringify(orders)],
  );
  const last = output.split("\n").findLast((line) => line.startsWith("{"));
  return JSON.parse(last ?? "null");
}

for (const check of [0, 10]) {
  test(`four processes with revocationCheck ${check} ask and accept as the simulation says`, async () => {
    const fleet = { processes: 4, sessions: 10, rate: 1, check };
    const reads = createReads(fleet, 60, 7);
    const revokedAt = 30_000;
    const expected = simulate(fleet, reads, revokedAt);
    const reports = await Promise.all([0, 1, 2, 3].map((process) =>
      runProcess({
        fleet,
        revokedAt,
        reads: reads.map((read, index) => ({ ...read, index }))
          .filter((read) => read.process === process),
      })
    ));
    const messages = reports.reduce((sum, one) => sum + one.messages, 0);
    assert.equal(messages, expected.messages);
    const accepted = reports.flatMap((one) => one.accepted);
    assert.deepEqual(accepted.sort((a, b) => a - b), expected.accepted);
    const late = accepted.some((i) => (reads[i]?.at ?? 0) >= revokedAt);
    assert.equal(late, check > 0);
  });
}

test("the formulas for many processes say what the simulation counts", () => {
  for (const [processes, rate] of [[4, 0.5], [100, 5], [1000, 5]] as const) {
    const fleet = { processes, sessions: 200, rate, check: 10 };
    const seconds = 4 * (fleet.check + processes / rate);
    const reads = createReads(fleet, 2 * seconds, 11);
    // The first answers of all processes come at about the same time.
    const half = reads.filter(({ at }) => at < seconds * 1000);
    const { delays, ...all } = simulate(fleet, reads, 2 * seconds * 1000);
    const first = simulate(fleet, half, seconds * 1000);
    const found = (all.messages - first.messages) / seconds;
    const expected = forecast(fleet);
    assert.ok(Math.abs(found / expected.messages - 1) < 0.05, `${found}`);
    const middle = delays.toSorted((a, b) => a - b)[delays.length / 2] ?? NaN;
    assert.ok(Math.abs(middle / 1000 - expected.half) < 0.6, `${middle}`);
    assert.ok(Math.max(...delays) <= 1000 * expected.most);
  }
});

test("without revocationCheck each read is one message, and no read is late", () => {
  const fleet = { processes: 1000, sessions: 100, rate: 5, check: 0 };
  assert.deepEqual(forecast(fleet), { messages: 500, half: 0, most: 0 });
});

test("a row that takes more than 15 % longer counts as slower, and so does one that was not measured", () => {
  const rest = { base: 1, current: 1, quartiles: [1, 1] } as const;
  const ratios = { a: 1.16, b: 1.15, c: 0.5, d: NaN };
  const rows = Object.entries(ratios)
    .map(([name, ratio]) => ({ name, ratio, ...rest }));
  assert.deepEqual(findSlower(rows), ["a", "d"]);
});
