import { toPageProviders } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import {
  type NewMail,
  type Outcome,
  page,
  type PageProvider,
  redirect,
} from "../request/outcome.ts";
import { readLastUsed } from "../request/last_used.ts";
import { toMailFacts } from "../request/mail_facts.ts";
import { withQuery } from "../http/redirects.ts";
import { readSafeCallbackUrl, toOwnPage } from "../request/redirect_target.ts";
import { loadLanguage } from "../pages/page_language.ts";
import { toMessage } from "../request/page_words.ts";
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
  const language = await loadLanguage(ctx.request.acceptLanguage);
  const failed = findFailed(providers, error);
  const passkeys = await toPasskeyModel(ctx);
  return page(
    {
      name: "signIn",
      language,
      providers,
      passkeys,
      csrfToken: token,
      callbackUrl,
      message: toMessage(language.words, error, query.get("code")),
      failed,
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
  return redirect(withQuery(ctx.url("signin"), { callbackUrl }));
}
