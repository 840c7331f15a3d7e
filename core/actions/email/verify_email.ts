import { findPresentUser } from "../../accounts/current_user.ts";
import type { Context } from "../../request/context.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { SignInRequired, UnknownAction } from "../../errors/errors.ts";
import { askToVerify } from "../../methods/email/email.ts";
import type { Outcome } from "../../request/outcome.ts";
import { keepTarget, resolveTarget } from "../../request/redirect_target.ts";

/**
 * `POST /verify-email`: sends a mail to the current user's address. Its link
 * verifies the address in this browser, and its code on the page that requested
 * it.
 */
export async function verifyEmail(ctx: Context): Promise<Outcome> {
  const provider = findMailProvider(ctx);
  if (ctx.effects.adapter === null || provider === null) {
    throw new UnknownAction(
      "Verifying an address needs an `adapter` and a provider of type `email`.",
    );
  }
  const target = await resolveTarget(ctx);
  return await keepTarget(target, async () => {
    const user = await findPresentUser(ctx);
    if (user === null) {
      throw new SignInRequired("Verifying an address needs a live session.");
    }
    return await askToVerify(ctx, provider, user, target);
  });
}

/** The first configured e-mail provider: mails of any of them prove the same address. */
function findMailProvider({ settings }: Context): ResolvedEmail | null {
  const all = [...settings.providers.values()];
  return all.find((one) => one.type === "email") ?? null;
}
