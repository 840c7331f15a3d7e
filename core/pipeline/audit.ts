import type { Context } from "../request/context.ts";
import type { ErrorType } from "../errors/error_table.ts";
import { toPublicCode } from "../errors/error_sentences.ts";
import { AuthError, toAuthError } from "../errors/errors.ts";
import { recallAttempts } from "../rate_limits/limits.ts";

/**
 * Errors of requests that are not sign-in attempts: malformed, forged or
 * expired before anything was tried. Rate limiting has its own event.
 */
const NO_ATTEMPTS: readonly ErrorType[] = [
  "CrossSiteRequest",
  "InvalidProvider",
  "InvalidRequest",
  "MethodNotAllowed",
  "MissingCSRF",
  "PayloadTooLarge",
  "RateLimited",
  "UnknownAction",
  "UntrustedHost",
];

/**
 * Emits `signInFailed` for a failed sign-in of any method. This is the only
 * place that does.
 */
export async function tellFailure(
  thrown: unknown,
  ctx: Context,
): Promise<void> {
  const { action, address, method } = ctx.request;
  const isAttempt = action === "callback" ||
    action === "signin" && method === "POST";
  const error = toAuthError(thrown) ?? new AuthError("An unexpected error.");
  if (!isAttempt || NO_ATTEMPTS.includes(error.type)) return;
  await ctx.effects.emit("signInFailed", {
    type: error.type,
    code: toPublicCode(error),
    provider: ctx.provider?.id ?? null,
    ...(address === null ? {} : { address }),
    attempt: recallAttempts(ctx),
  });
}
