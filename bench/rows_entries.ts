/** The rows about memory for each entry that a process keeps. */

import type { Runtime } from "./prepare.ts";
import { runRounds } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText } from "./table.ts";

/** Measures the heap that each kind of entry takes. */
export async function measureEntries(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const [measured] = await runRounds(runtime, quick ? 1 : 2, [
    { label: "Latchkey", kind: "entries", args: [] },
  ]);
  return Object.entries(measured?.values ?? {}).map(([name, bytes]) => ({
    row: `heap of one ${name}`,
    subject: "Latchkey",
    runtime: runtime.name,
    value: toText(bytes, "bytes"),
    ratio: "",
  }));
}
