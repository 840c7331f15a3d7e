import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import { UnknownAction } from "../errors/errors.ts";
import { json, type Outcome } from "../request/outcome.ts";

/** `GET /csrf`: returns the CSRF token for this browser's forms. */
export async function csrf(ctx: Context): Promise<Outcome> {
  if (ctx.settings.skipsCsrf) {
    throw new UnknownAction("There are no form tokens: the check is off.");
  }
  const { token, cookies } = await readCsrfToken(ctx);
  return json({ csrfToken: token }, ...cookies);
}
