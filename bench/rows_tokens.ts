/** The rows about access tokens of providers. */

import { withServers } from "../scripts/servers.ts";
import type { Runtime } from "./prepare.ts";
import { runRounds } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText, toTimes } from "./table.ts";

const PLACES = [
  "adapter in memory",
  "adapter of SQLite",
  "adapter of PostgreSQL",
  "store in memory",
  "store in Redis",
];

/** Compares `getAccessToken` for a valid token with reads of as much. */
export async function measureTokens(
  runtime: Runtime,
  { quick }: Plan,
): Promise<Line[]> {
  const amount = { sessions: 50, warmUp: 3000, reads: 200 };
  const cases = PLACES.map((label) => ({
    label,
    kind: "tokens",
    args: [label, { ...amount, blocks: quick ? 10 : 30 }],
  }));
  const measured = await withServers(
    () => runRounds(runtime, quick ? 1 : 3, cases),
  );
  return measured.map(({ label, values }) => ({
    row: "valid access token, over a session read and one sealed read",
    subject: `Latchkey, ${label}`,
    runtime: runtime.name,
    value: `${toText(values.token ?? NaN)} and ${
      toText(values.alike ?? NaN, "µs CPU")
    }`,
    ratio: toTimes(values.over ?? NaN, 1),
  }));
}
