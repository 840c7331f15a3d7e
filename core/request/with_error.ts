import type { PageModel } from "../config/pages/page_models.ts";
import { type AuthError, toRow } from "../errors/errors.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { Context } from "./context.ts";
import { createReference } from "./diagnosis/reference.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Returns an outcome together with the error that led to it, which is logged
 * under a reference. What was typed wrong is no problem of the site, so the
 * level is debug.
 */
export async function withError(
  ctx: Context,
  error: AuthError,
  outcome: Outcome,
): Promise<Outcome> {
  const ref = await createReference(ctx, error);
  ctx.effects.log.debug(`${error.type}: ${error.message}`, { ref });
  return { ...outcome, error, ref };
}

/** Returns the page of a form; after an error, with the status of the error. */
export async function formPage(
  ctx: Context,
  model: PageModel,
  { error, cookies }: {
    readonly error: AuthError | null;
    readonly cookies: readonly CookieChange[];
  },
): Promise<Outcome> {
  const status = error === null ? 200 : toRow(error).status;
  const shown: Outcome = { kind: "page", page: model, status, cookies };
  return error === null ? shown : await withError(ctx, error, shown);
}
