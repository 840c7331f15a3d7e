import type { Context } from "../request/context.ts";
import { toPublicCode } from "../errors/error_sentences.ts";
import {
  AuthError,
  CredentialsSignin,
  toAuthError,
  toRow,
} from "../errors/errors.ts";
import { recallAttempts } from "../rate_limits/limits.ts";

/**
 * Emits `signInFailed` for a failed sign-in of any method. This is the only
 * place that does.
 */
export async function tellFailure(
  thrown: unknown,
  ctx: Context,
  reference?: string,
): Promise<void> {
  const { action, address, method } = ctx.request;
  const isGuess = action === "password" && thrown instanceof CredentialsSignin;
  const isAttempt = action === "callback" || isGuess ||
    action === "signin" && method === "POST";
  const error = toAuthError(thrown) ?? new AuthError("An unexpected error.");
  if (!isAttempt || !toRow(error).isAttempt) return;
  await ctx.effects.emit("signInFailed", {
    type: error.type,
    code: toPublicCode(error),
    provider: ctx.provider?.id ?? null,
    ...(address === null ? {} : { address }),
    attempt: recallAttempts(ctx),
  }, reference === undefined ? {} : { reference });
}
