import type { Context } from "../request/context.ts";
import { leaveForProvider } from "../methods/leave_for_provider.ts";
import type { Outcome } from "../request/outcome.ts";
import type { AttemptPurpose } from "../attempts/oauth_attempt.ts";
import { resolveTarget } from "../request/redirect_target.ts";

/**
 * `POST /signin/<provider>`: redirects to the provider. With the field
 * `silent=true`, the provider answers without a page.
 */
export async function signIn(ctx: Context): Promise<Outcome> {
  if (ctx.request.form.silent === "true") return await signInSilently(ctx);
  const target = await resolveTarget(ctx);
  return await leaveForProvider(ctx, { target, linkTo: null });
}

/**
 * Redirects to the provider for an answer without a page.
 *
 * @param guarded what the guard that wants it asks for; default: what its cookie
 * holds
 */
export async function signInSilently(
  ctx: Context,
  guarded?: AttemptPurpose["guarded"],
): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  const purpose = { target, linkTo: null, silent: true, guarded };
  return await leaveForProvider(ctx, purpose);
}
