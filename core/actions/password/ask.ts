import type { PasswordAskModel } from "../../config/pages/password_models.ts";
import { readPageError } from "../../config/pages/page_errors.ts";
import { withQuery } from "../../http/redirects.ts";
import { askForPasswordMail } from "../../methods/password/ask.ts";
import { toClosed, toStored } from "../../methods/password/stored.ts";
import { assertWithinLimits } from "../../rate_limits/limits.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, page, redirect } from "../../request/outcome.ts";
import {
  keepTarget,
  readSafeCallbackUrl,
  resolveTarget,
  toOwnPage,
} from "../../request/redirect_target.ts";
import { readCsrfToken } from "../../session/csrf.ts";

/** `GET /signup`: asks for the address of a new account. */
export async function signUpPage(ctx: Context): Promise<Outcome> {
  return await showAsk(ctx, "signUp");
}

/** `GET /reset`: asks for the address of an account whose password was forgotten. */
export async function resetPage(ctx: Context): Promise<Outcome> {
  return await showAsk(ctx, "reset");
}

async function showAsk(
  ctx: Context,
  name: PasswordAskModel["name"],
): Promise<Outcome> {
  const { stored } = toStored(ctx);
  const { query } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const email = query.get("email")?.slice(0, 320) ?? null;
  const own = toOwnPage(ctx, name);
  if (own !== null) {
    const [error, code] = [query.get("error"), query.get("code")];
    return redirect(withQuery(own, { callbackUrl, error, code, email }));
  }
  const { token, cookies } = await readCsrfToken(ctx);
  const signIn = toOwnPage(ctx, "signIn") ?? ctx.url("signin");
  return page({
    name,
    action: ctx.url(name.toLowerCase()),
    csrfToken: token,
    callbackUrl,
    email,
    error: readPageError(query),
    isClosed: name === "signUp" && !stored.signUp,
    signInUrl: withQuery(signIn, { callbackUrl }),
  }, ...cookies);
}

/**
 * `POST /signup`: sends a mail to the address in the form, with which its
 * reader can create an account.
 */
export async function askToSignUp(ctx: Context): Promise<Outcome> {
  const provider = toStored(ctx);
  const target = await resolveTarget(ctx);
  const { email: input = "" } = ctx.request.form;
  return await keepTarget(target, async () => {
    if (!provider.stored.signUp) {
      throw toClosed();
    }
    await assertWithinLimits(ctx, { kind: "signUp", account: null });
    const ask = { use: "signUp", input, target, early: null } as const;
    return await askForPasswordMail(ctx, provider, ask);
  });
}

/**
 * `POST /reset`: sends a mail to the address in the form, with which its reader
 * can choose a new password.
 */
export async function askToReset(ctx: Context): Promise<Outcome> {
  const provider = toStored(ctx);
  const target = await resolveTarget(ctx);
  const { email: input = "" } = ctx.request.form;
  const ask = { use: "reset", input, target, early: null } as const;
  return await keepTarget(
    target,
    () => askForPasswordMail(ctx, provider, ask),
  );
}
