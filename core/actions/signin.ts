import { toAppProviders } from "../app_providers.ts";
import type { Context } from "../context.ts";
import { readCsrfToken } from "../csrf.ts";
import { toMessage } from "../error_table.ts";
import { type Outcome, page, redirect } from "../outcome.ts";
import { withQuery } from "../redirects.ts";
import { readSafeCallbackUrl, toOwnPage } from "../targets.ts";

/** `GET /signin`: the sign-in page, ours or the host's. */
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
  const providers = toAppProviders(ctx);
  const message = toMessage(query.get("error"), query.get("code"));
  return page(
    {
      name: "signIn",
      providers,
      csrfToken: token,
      callbackUrl,
      message,
      email: query.get("email")?.slice(0, 320) ?? null,
    },
    ...cookies,
  );
}

/** `POST /signin`: the way to the sign-in page for forms that name no provider. */
export function signInChoice(ctx: Context): Outcome {
  const callbackUrl = readSafeCallbackUrl(ctx);
  return redirect(withQuery(ctx.url("signin"), { callbackUrl }));
}
