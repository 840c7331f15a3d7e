import { toPageProviders } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import {
  type Outcome,
  page,
  type PageProvider,
  redirect,
} from "../request/outcome.ts";
import { readLastUsed } from "../request/last_used.ts";
import { type NewMail, toMailFacts } from "../request/mail_facts.ts";
import { withQuery } from "../http/redirects.ts";
import { findPageUser, type Present } from "../session/page_user.ts";
import {
  readSafeCallbackUrl,
  resolveTarget,
  toOwnPage,
} from "../request/redirect_target.ts";
import { loadLanguage } from "../pages/page_language.ts";
import { toMessage } from "../request/page_words.ts";
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
  const language = await loadLanguage(ctx.request.acceptLanguage);
  // The token of the form belongs to the session as it is.
  const present = error === "SignInRequired" && code === "fresh"
    ? await findPageUser({ ...ctx, isReadOnly: true })
    : null;
  return page({
    name: "signIn",
    language,
    providers,
    passkeys: await toPasskeyModel(ctx),
    csrfToken: token,
    callbackUrl,
    message: toMessage(language.words, error, code),
    failed: findFailed(providers, error),
    email: query.get("email")?.slice(0, 320) ?? null,
    lastUsed: readLastUsed(ctx),
    confirm: present && { user: present.user },
    newMail: findNewMail(ctx, error),
  }, ...cookies);
}

/** Shows a signed-in visitor who they are, and where they can go. */
async function showSignedIn(
  ctx: Context,
  { user, cookies }: Present,
  callbackUrl: string | null,
): Promise<Outcome> {
  const language = await loadLanguage(ctx.request.acceptLanguage);
  return page({
    name: "signedIn",
    language,
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

/** The credentials form to show the error in; null if there is not exactly one. */
function findFailed(
  providers: readonly PageProvider[],
  error: string | null,
): string | null {
  const forms = providers.filter(({ type }) => type === "credentials");
  const [form] = forms;
  return error === "CredentialsSignin" && forms.length === 1 && form
    ? form.id
    : null;
}

/** `POST /signin`: redirects to the sign-in page, for forms that name no provider. */
export function signInChoice(ctx: Context): Outcome {
  const callbackUrl = readSafeCallbackUrl(ctx);
  // A form that names a provider asks to sign in, by whoever it is sent.
  const another = ctx.provider !== null && ctx.jar.session.length > 0
    ? "1"
    : null;
  return redirect(withQuery(ctx.url("signin"), { another, callbackUrl }));
}
