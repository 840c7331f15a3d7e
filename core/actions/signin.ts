import { takeTyped } from "../attempts/typed_fields.ts";
import { toPageProviders } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import type { PageProvider } from "../config/page_models.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { readLastUsed } from "../request/last_used.ts";
import { type NewMail, toMailFacts } from "../config/mail_facts.ts";
import { withQuery } from "../http/redirects.ts";
import { findPageUser, type Present } from "../session/page_user.ts";
import {
  readSafeCallbackUrl,
  resolveTarget,
  toOwnPage,
} from "../request/redirect_target.ts";
import { readPageError } from "../config/page_errors.ts";
import { toPasskeyModel } from "../methods/passkey/passkey_model.ts";

/**
 * `GET /signin`: shows the built-in sign-in page, or redirects to the
 * application's. A signed-in visitor who does not ask for another account
 * (`another=1`) is told so.
 */
export async function signInPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const own = toOwnPage(ctx, "signIn");
  if (own !== null) {
    return redirect(withQuery(own, {
      callbackUrl,
      error: query.get("error"),
      code: query.get("code"),
      email: query.get("email"),
    }));
  }
  const error = query.get("error");
  const isAsking = error !== null || query.has("another");
  const present = isAsking ? null : await findPageUser(ctx);
  return present === null
    ? await showWays(ctx, error, callbackUrl)
    : await showSignedIn(ctx, present, callbackUrl);
}

/** Shows the ways to sign in. */
async function showWays(
  ctx: Context,
  error: string | null,
  callbackUrl: string | null,
): Promise<Outcome> {
  const { query } = ctx.request;
  const code = query.get("code");
  const { token, cookies } = await readCsrfToken(ctx);
  const providers = toPageProviders(ctx);
  const failed = findFailed(providers, query.get("provider"), error);
  const { typed, cookies: taken } = await takeTyped(ctx, failed);
  // The token of the form belongs to the session as it is.
  const present = error === "SignInRequired" && code === "fresh"
    ? await findPageUser({ ...ctx, isReadOnly: true })
    : null;
  return page(
    {
      name: "signIn",
      signInUrl: withQuery(ctx.url("signin"), { callbackUrl }),
      providers,
      passkeys: await toPasskeyModel(ctx),
      csrfToken: token,
      callbackUrl,
      error: readPageError(query),
      failed,
      typed,
      email: query.get("email")?.slice(0, 320) ?? null,
      lastUsed: readLastUsed(ctx),
      confirm: present?.user,
      newMail: findNewMail(ctx, error),
    },
    ...cookies,
    ...taken,
  );
}

/** Shows a signed-in visitor who they are, and where they can go. */
async function showSignedIn(
  ctx: Context,
  { user, cookies }: Present,
  callbackUrl: string | null,
): Promise<Outcome> {
  return page({
    name: "signedIn",
    user,
    home: `${ctx.origin}/`,
    continueUrl: await resolveTarget(ctx),
    anotherUrl: withQuery(ctx.url("signin"), { another: "1", callbackUrl }),
    signOutUrl: withQuery(ctx.url("signout"), { callbackUrl }),
  }, ...cookies);
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
  // A form that names a provider asks to sign in, also from a signed-in visitor.
  const another = ctx.provider !== null && ctx.jar.session.length > 0
    ? "1"
    : null;
  return redirect(withQuery(ctx.url("signin"), { another, callbackUrl }));
}
