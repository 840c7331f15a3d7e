import type { Context } from "../context.ts";
import { readCsrfToken } from "../csrf.ts";
import { AuthError, SignOutError } from "../errors.ts";
import { type Outcome, page, redirect } from "../outcome.ts";
import { loadLanguage } from "../page_language.ts";
import { toMessage } from "../page_words.ts";
import { withQuery } from "../redirects.ts";
import { type SignOutMessage, toStrategy } from "../session/strategy.ts";
import {
  readCallbackUrl,
  readSafeCallbackUrl,
  resolveTarget,
  toOwnPage,
} from "../targets.ts";

/** `GET /signout`: asks, and changes nothing. */
export async function signOutPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const own = toOwnPage(ctx, "signOut");
  if (own !== null) return redirect(withQuery(own, { callbackUrl }));
  const { token, cookies } = await readCsrfToken(ctx);
  const language = await loadLanguage(ctx.request.acceptLanguage);
  return page({
    name: "signOut",
    language,
    action: ctx.url("signout"),
    csrfToken: token,
    callbackUrl,
    message: toMessage(language.words, query.get("error"), query.get("code")),
  }, ...cookies);
}

/**
 * `POST /signout`: ends the session, and with it every copy of its cookie. If
 * that cannot be promised, nothing changes and the visitor is told.
 */
export async function signOut(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  let ended: readonly SignOutMessage[];
  try {
    ended = await toStrategy(ctx).end(ctx);
  } catch (error) {
    const failed = new SignOutError("The session could not be revoked.", {
      cause: error instanceof AuthError ? error.cause?.err : error,
    });
    failed.target = target;
    throw failed;
  }
  for (const message of ended) await ctx.effects.emit("signOut", message);
  return redirect(
    target,
    { role: "session", value: null },
    { role: "csrf", value: null },
  );
}
