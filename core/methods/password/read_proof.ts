import { findPasswordAttempt } from "../../attempts/password_attempt.ts";
import { openLink } from "../../attempts/password_link.ts";
import { Verification } from "../../errors/errors.ts";
import type { Context } from "../../request/context.ts";
import type { PasswordProof } from "./choose.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";

/**
 * Reads the proof that a request carries: the token of a mail, in any browser,
 * or the attempt of a browser in which the code was typed.
 *
 * @throws Verification if there is none
 */
export async function readProof(
  ctx: Context,
  provider: StoredProvider,
  target: string,
): Promise<PasswordProof> {
  const { form, query } = ctx.request;
  const token = form.token || query.get("token");
  const found = await findPasswordAttempt(ctx);
  // The button for it is on a page that only opens after the address was
  // proved.
  const takesOver = form.takeOver === "yes";
  const common = { provider, target, takesOver };
  if (token) {
    const link = await openLink(ctx, token);
    if (link === null) throw new Verification("The link is not complete.");
    const attempt = found?.id === link.id ? found : null;
    return { ...common, link, attempt };
  }
  if (found?.isProved !== true) {
    throw new Verification("This browser has proved no address.");
  }
  return { ...common, link: found.link, attempt: found };
}
