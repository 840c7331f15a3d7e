import type { Context } from "../context.ts";
import { leaveForProvider } from "../methods/leave.ts";
import type { Outcome } from "../outcome.ts";
import { readCallbackUrl, resolveTarget } from "../targets.ts";

/** `POST /signin/<provider>`: leaves for the provider. */
export async function signIn(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  return await leaveForProvider(ctx, { target, linkTo: null });
}
