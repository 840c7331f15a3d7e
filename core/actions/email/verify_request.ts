import type { Context } from "../../request/context.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import { type Outcome, page, redirect } from "../../request/outcome.ts";
import { readPageError } from "../../config/page_words.ts";
import { toOwnPage } from "../../request/redirect_target.ts";

/**
 * `GET /verify-request`: says that a mail was sent. Only the browser that
 * requested it sees the address and can type the code.
 */
export async function verifyRequestPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const own = toOwnPage(ctx, "verifyRequest");
  if (own !== null) {
    const url = new URL(own);
    for (const [name, value] of query) url.searchParams.set(name, value);
    return redirect(url.href);
  }
  const signInUrl = toOwnPage(ctx, "signIn") ?? ctx.url("signin");
  const shown = { name: "verifyRequest", signInUrl } as const;
  const attempt = ctx.attemptId === null ? null : await findAttempt(ctx);
  if (attempt === null) {
    return page({ ...shown, error: null, asked: null });
  }
  const { token, cookies } = await readCsrfToken(ctx);
  const asked = {
    email: attempt.identifier,
    action: ctx.url("callback", attempt.provider),
    csrfToken: token,
    state: attempt.id,
    verifies: attempt.asker !== null,
  };
  return page({ ...shown, error: readPageError(query), asked }, ...cookies);
}

async function findAttempt(ctx: Context) {
  const { findMailAttempt } = await import("../../attempts/mail_attempt.ts");
  return await findMailAttempt(ctx);
}
