import type { Context } from "../request/context.ts";
import { leaveForProvider } from "../methods/begin.ts";
import type { Outcome } from "../request/outcome.ts";
import { resolveTarget } from "../request/redirect_target.ts";

/** `POST /signin/<provider>`: redirects to the provider. */
export async function signIn(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  return await leaveForProvider(ctx, { target, linkTo: null });
}
