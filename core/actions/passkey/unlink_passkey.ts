import { removePasskey } from "../../accounts/passkeys.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { toDoneTarget } from "../../methods/passkey/done_target.ts";
import { tellRemoved } from "../../methods/passkey/tell.ts";
import { assertFresh } from "../../session/fresh.ts";
import { toStrategy } from "../../session/strategy.ts";
import { keepTarget, resolveTarget } from "../../request/redirect_target.ts";

/** `POST /unlink/<provider>`: removes a passkey (`credentialID`) of the current user, unless it is their last sign-in method. */
export async function unlinkPasskey(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  const strategy = toStrategy(ctx);
  const present = await strategy.find(ctx);
  const { credentialID = "" } = ctx.request.form;
  await keepTarget(target, async () => {
    assertFresh(ctx, present);
    await removePasskey(ctx, present.userId, { credentialID });
    await tellRemoved(ctx, present.userId, credentialID);
  });
  const url = await toDoneTarget(ctx, "removed", target);
  return redirect(url, ...await strategy.rotate(ctx));
}
