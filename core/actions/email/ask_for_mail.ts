import type { Context } from "../../request/context.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { askForMail } from "../../methods/email/email.ts";
import type { Outcome } from "../../request/outcome.ts";
import { keepTarget, resolveTarget } from "../../request/redirect_target.ts";

/** `POST /signin/<provider>`: sends a mail to the address in the form. */
export async function requestMail(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  const provider = ctx.provider as ResolvedEmail;
  const { email = "" } = ctx.request.form;
  return await keepTarget(
    target,
    () => askForMail(ctx, provider, email, target),
  );
}
