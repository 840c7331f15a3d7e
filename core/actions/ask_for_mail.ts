import type { Context } from "../context.ts";
import type { ResolvedEmail } from "../email_provider.ts";
import { AuthError, withTarget } from "../errors.ts";
import { askForMail } from "../methods/email.ts";
import { type Outcome, redirect } from "../outcome.ts";
import { readCallbackUrl, resolveTarget } from "../targets.ts";

/** `POST /signin/<provider>`: sends a mail to the address in the form. */
export async function requestMail(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  const provider = ctx.provider as ResolvedEmail;
  const { email = "" } = ctx.request.form;
  try {
    const { url, cookies } = await askForMail(ctx, provider, email, target);
    return redirect(url, ...cookies);
  } catch (error) {
    throw error instanceof AuthError ? withTarget(error, target) : error;
  }
}
