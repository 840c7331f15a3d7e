import type { Context } from "../request/context.ts";
import type { ErrorType } from "../errors/error_table.ts";
import { toPublicCode } from "../errors/error_sentences.ts";
import { AuthError, toAuthError } from "../errors/errors.ts";
import { recallAttempts } from "../rate_limits/limits.ts";

/**
 * Requests that are no attempt to sign in: malformed, forged or out of date
 * before anything was tried. What is limited has an event of its own.
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

/** Tells the host of a sign-in that failed, whatever its method: here and nowhere else. */
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
