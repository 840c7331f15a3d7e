import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import { UnknownAction } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";
import { chain } from "../runtime/maybe_promise.ts";
import { json, type Outcome } from "../request/outcome.ts";

/** `GET /csrf`: returns the CSRF token for this browser's forms. */
export function csrf(ctx: Context): Awaitable<Outcome> {
  if (ctx.settings.skipsCsrf) {
    throw new UnknownAction("There are no form tokens: the check is off.");
  }
  return chain(
    readCsrfToken(ctx),
    ({ token, cookies }) => json({ csrfToken: token }, ...cookies),
  );
}
