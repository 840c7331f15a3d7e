import type { Context } from "../request/context.ts";
import { leaveForProvider } from "../methods/begin.ts";
import type { Outcome } from "../request/outcome.ts";
import { resolveTarget } from "../request/redirect_target.ts";

/**
 * `POST /signin/<provider>`: redirects to the provider. With the field
 * `silent=true`, the provider answers without a page.
 */
export async function signIn(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  const silent = ctx.request.form.silent === "true";
  return await leaveForProvider(ctx, { target, linkTo: null, silent });
}
