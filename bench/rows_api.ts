import type { Runtime } from "./prepare.ts";
import { runRounds } from "./rounds.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText, toTimes } from "./table.ts";

/** The results of `cases/api.ts`, and what each is compared with. */
const SUBJECTS = {
  jose: ["jose alone, `jwtVerify`", null],
  web: ["Latchkey, `protect`, Request", "jose"],
  express: ["Latchkey, `protect`, Express", "jose"],
  bearer: ["express-oauth2-jwt-bearer", "jose"],
  bearerOff: ["express-oauth2-jwt-bearer without its checks", "jose"],
  mcpSdk: ["MCP SDK, `requireBearerAuth` over jose", "jose"],
  mcpAuth: ["mcp-auth, `bearerAuth`", "jose"],
} as const;

/** Measures access tokens at an API. */
export async function measureApis(
  runtime: Runtime,
  plan: Plan,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const alg of ["ES256", "RS256"] as const) {
    const load = {
      alg,
      warmUp: 1000,
      tokens: 300,
      blocks: plan.quick ? 5 : 20,
    };
    const [found] = await runRounds(runtime, plan.quick ? 1 : 3, [
      { label: `access tokens, ${alg}`, kind: "api", args: [load] },
    ]);
    const values: Readonly<Record<string, number>> = found?.values ?? {};
    for (const [name, [subject, base]] of Object.entries(SUBJECTS)) {
      lines.push({
        row: `access token with a known key, ${alg}`,
        subject,
        runtime: runtime.name,
        value: toText(values[name] ?? NaN, "µs CPU"),
        ratio: base === null
          ? "1"
          : `${toTimes(values[name] ?? NaN, values[base] ?? NaN)} jose`,
      });
    }
  }
  return lines;
}
