import { toPageProviders } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import type { PageProvider } from "../config/page_models.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
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
      email: query.get("email"),
    }));
  }
  const { token, cookies } = await readCsrfToken(ctx);
  const providers = toPageProviders(ctx);
  const error = query.get("error");
  const failed = findFailed(providers, error);
  const passkeys = await toPasskeyModel(ctx);
  return page(
    {
      name: "signIn",
      providers,
      passkeys,
      csrfToken: token,
      callbackUrl,
      error: readPageError(query),
      failed,
      email: query.get("email")?.slice(0, 320) ?? null,
    },
    ...cookies,
  );
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
