import type { Context } from "../context.ts";
import { readCsrfToken } from "../csrf.ts";
import { json, type Outcome } from "../outcome.ts";

/** `GET /csrf`: the token for this browser's forms. */
export async function csrf(ctx: Context): Promise<Outcome> {
  const { token, cookies } = await readCsrfToken(ctx);
  return json({ csrfToken: token }, ...cookies);
}
