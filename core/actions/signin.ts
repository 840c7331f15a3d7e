import { toPageProviders } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import type { NewMail, PageProvider } from "../config/page_models.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { readLastUsed } from "../request/last_used.ts";
import { toMailFacts } from "../config/mail_facts.ts";
import { withQuery } from "../http/redirects.ts";
import { readSafeCallbackUrl, toOwnPage } from "../request/redirect_target.ts";
import { readPageError } from "../config/page_words.ts";
import { toPasskeyModel } from "../methods/passkey/passkey_model.ts";

/** `GET /signin`: shows the built-in sign-in page, or redirects to the application's. */
export async function signInPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const own = toOwnPage(ctx, "signIn");
  if (own !== null) {
    return redirect(withQuery(own, {
      callbackUrl,
      error: query.get("error"),
      code: query.get("code"),
    }));
  }
  const { token, cookies } = await readCsrfToken(ctx);
  const providers = toPageProviders(ctx);
  const error = query.get("error");
  const passkeys = await toPasskeyModel(ctx);
  return page(
    {
      name: "signIn",
      signInUrl: withQuery(ctx.url("signin"), { callbackUrl }),
      providers,
      passkeys,
      csrfToken: token,
      callbackUrl,
      error: readPageError(query),
      failed: findFailed(providers, query.get("provider"), error),
      email: query.get("email")?.slice(0, 320) ?? null,
      lastUsed: readLastUsed(ctx),
      newMail: findNewMail(ctx, error),
    },
    ...cookies,
  );
}

/** The mail provider to ask again after a link or a code that cannot be used any more. */
function findNewMail(
  ctx: Context,
  error: string | null,
): NewMail | null {
  const id = ctx.request.query.get("provider") ?? "";
  const provider = ctx.settings.providers.get(id);
  return error === "Verification" && provider?.type === "email"
    ? { provider: id, action: ctx.url("signin", id), ...toMailFacts(provider) }
    : null;
}

/**
 * The provider whose form shows the error: the one that the URL names, or the
 * only one for passwords.
 */
function findFailed(
  providers: readonly PageProvider[],
  named: string | null,
  error: string | null,
): string | null {
  if (error === null) return null;
  const forms = providers.filter(({ type }) =>
    type === "credentials" || type === "email"
  );
  const known = forms.find(({ id }) => id === named);
  const passwords = forms.filter(({ type }) => type === "credentials");
  const only = error === "CredentialsSignin" && passwords.length === 1
    ? passwords[0]
    : undefined;
  return (known ?? only)?.id ?? null;
}

/** `POST /signin`: redirects to the sign-in page, for forms that name no provider. */
export function signInChoice(ctx: Context): Outcome {
  const callbackUrl = readSafeCallbackUrl(ctx);
  return redirect(withQuery(ctx.url("signin"), { callbackUrl }));
}
