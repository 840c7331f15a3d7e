/**
 * The built-in pages for links opened from a mail.
 *
 * @module
 */

import { toPageProviders } from "../../request/app_providers.ts";
import type { Context } from "../../request/context.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import { type Outcome, page } from "../../request/outcome.ts";
import type { MailAttempt } from "../../attempts/mail_attempt.ts";

/** The parts of a link, and where to go afterwards. */
interface Link {
  readonly provider: string;
  readonly identifier: string;
  readonly token: string;
  readonly target: string;
}

/**
 * Shows a button that signs in, if a link is opened in a browser other than the
 * one that requested it.
 */
export async function showMailLink(ctx: Context, link: Link): Promise<Outcome> {
  const { fields, cookies } = await toFields(ctx, link);
  const home = `${ctx.origin}/`;
  const remember = ctx.settings.rememberMe ? false : null;
  return page({ name: "mailLink", home, remember, ...fields }, ...cookies);
}

/**
 * Shows the code of an address-verification link that is opened outside of the
 * session that requested it, to be typed in there.
 */
export function showCode(
  { identifier: email }: Pick<Link, "identifier">,
  code: string,
): Outcome {
  return page({ name: "mailCode", email, code });
}

/**
 * Shows the other sign-in methods of the user with a proved address, by name,
 * and below them the button that gives them up.
 *
 * @param ways ids of providers
 */
export async function showOtherWays(
  ctx: Context,
  attempt: MailAttempt,
  ways: readonly string[],
): Promise<Outcome> {
  const { fields, cookies } = await toFields(ctx, attempt);
  const providers = toPageProviders(ctx).filter(({ id }) => ways.includes(id));
  const { id: state } = attempt;
  const model = { name: "otherWays", providers, state } as const;
  return page({ ...model, ...fields }, ...cookies);
}

/** The fields of a link's form. */
async function toFields(
  ctx: Context,
  { provider, identifier: email, token, target: callbackUrl }: Link,
) {
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const action = ctx.url("callback", provider);
  return { fields: { action, csrfToken, callbackUrl, token, email }, cookies };
}
