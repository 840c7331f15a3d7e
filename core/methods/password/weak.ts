import { makeCode } from "../../attempts/mail_attempt.ts";
import { startPasswordAttempt } from "../../attempts/password_attempt.ts";
import { isTicked } from "../../attempts/remember.ts";
import { toPasswordUrl } from "../../attempts/password_link.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import { withQuery } from "../../http/redirects.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { readHash, toFingerprint } from "./fingerprint.ts";
import { isProtected } from "./refusal.ts";
import { isWeakNow } from "./rules/check_password.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";

/** Milliseconds for which a password that was typed lets its user choose another. */
const MAX_AGE = 600_000;

/** A password that has just been proved. */
export interface Typed {
  readonly provider: StoredProvider;
  readonly user: AdapterUser;
  readonly password: string;
  readonly target: string;
}

/**
 * Looks whether a password has become common or breached since it was set. If
 * so, the application is told, and with `onBreach: "change"` the user gets no
 * session, but a page that asks for another password. A user with a second
 * factor signs in: whoever else has the password cannot.
 *
 * @returns the way to that page; null: the sign-in goes on
 */
export async function askForAnother(
  ctx: Context,
  { provider, user, password, target }: Typed,
): Promise<Outcome | null> {
  const { effects: { emit, log } } = ctx;
  const reason = await isWeakNow(provider.stored, { password, log });
  if (reason === null) return null;
  await emit("weakPassword", { userId: user.id, reason });
  if (provider.stored.onBreach === "warn") return null;
  if (await isProtected(ctx, { provider, user })) return null;
  const state = createAttemptId(ctx);
  const link = {
    ...{ id: state, use: "change", identifier: user.email ?? "" } as const,
    before: await toFingerprint(ctx, user, await readHash(ctx, user)),
    origin: ctx.origin,
    expires: ctx.now + MAX_AGE,
  };
  const proof = { id: state, link, target, isProved: true, early: null };
  const cookies = await startPasswordAttempt(ctx, {
    ...proof,
    code: makeCode(),
  });
  const remember = isTicked(ctx) ? "on" : null;
  const problem = { error: "InvalidPassword", code: reason, remember };
  const url = toPasswordUrl(ctx, { state, target });
  return redirect(withQuery(url, problem), ...cookies);
}
