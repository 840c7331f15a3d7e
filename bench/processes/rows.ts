/** The rows about several processes that share one server. */

import { withServers } from "../../scripts/servers.ts";
import { folder, type Runtime } from "../prepare.ts";
import { runRounds } from "../rounds.ts";
import type { Plan } from "../rows.ts";
import { type Line, toText } from "../table.ts";

/** The place where sessions end, and the seconds of `revocationCheck`. */
const PLACES = [
  ["marks in Redis", 0],
  ["marks in Redis", 10],
  ["rows in PostgreSQL", 0],
] as const;
const COUNTS = [1, 2, 4];

/** Compares one process with several: reads, and what a revocation takes. */
export async function measureProcesses(
  { command, flags, ...runtime }: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const app = [command, ...flags, `${folder}/cases/run.ts`, "process-app"];
  const cases = PLACES.flatMap(([place, revocationCheck]) =>
    COUNTS.map((processes) => ({
      label: toLabel(place, revocationCheck, processes),
      kind: "processes",
      args: [{ place, revocationCheck, sessions: 600 }, processes, app],
    }))
  );
  const measured = await withServers(
    () => runRounds({ command, flags, ...runtime }, quick ? 1 : 2, cases),
  );
  return measured.map(({ label, values }) => ({
    row: "reads in several processes, 50 at once in each",
    subject: label,
    runtime: runtime.name,
    value: `${toText(values.perSecond ?? NaN)} a second, ${
      toText(values.micros ?? NaN, "µs CPU")
    }, ${toText(values.messages ?? NaN)} messages each`,
    ratio: `revocation: ${toText(values.delay ?? NaN, "ms")} (at most ${
      toText(values.delayMax ?? NaN)
    }), ${toText(values.revoke ?? NaN)} messages`,
  }));
}

function toLabel(place: string, check: number, processes: number): string {
  const asked = check === 0 ? "" : `, asked every ${check} s`;
  return `${processes} × ${place}${asked}`;
}
