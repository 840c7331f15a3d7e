/**
 * Asking for a mail again: one browser gets at most one mail a minute for the
 * same address and target. The limits of the address itself are counted
 * elsewhere; this one keeps the visitor on the page of the mail that is on its
 * way.
 *
 * @module
 */

import type { Context } from "../../request/context.ts";
import { randomText } from "../../crypto/random.ts";
import { RateLimited } from "../../errors/errors.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import type { Outcome } from "../../request/outcome.ts";
import {
  type MailAttempt,
  openMailAttempt,
  toAskedAt,
} from "../../attempts/mail_attempt.ts";
import { findMark } from "../../attempts/mail_mark.ts";
import { toVerifyRequest } from "./identity.ts";

/** A mail that signs in, or that verifies the address of `asker`. */
export interface MailRequest {
  readonly identifier: string;
  readonly target: string;
  readonly asker: AdapterUser | null;
}

/** Seconds between two mails. */
const PAUSE = 60;

/** Returns the seconds until the mail of an attempt may be asked for again. */
export function toPause(
  { now, settings }: Pick<Context, "now" | "settings">,
  attempt: Pick<MailAttempt, "id">,
): number {
  if (settings.limits.email === null) return 0;
  const left = Math.ceil((toAskedAt(attempt) - now) / 1000) + PAUSE;
  return Math.min(PAUSE, Math.max(0, left));
}

/** A browser's turn to get a mail. */
export interface Turn {
  /** Id of the attempt that may begin. */
  readonly id: string;
  /** Id of the attempt whose mail is on its way; null if a mail may be sent. */
  readonly earlier: string | null;
  /** Gives the turn back, because no mail was sent. */
  giveBack(): Promise<void>;
}

/**
 * Takes the turn of this browser, which its form token names. If the store
 * fails, the mail is sent.
 */
export async function takeMailTurn(
  ctx: Context,
  provider: ResolvedEmail,
  request: MailRequest,
): Promise<Turn> {
  const { store, log } = ctx.effects;
  const id = createAttemptId(ctx);
  const key = await toKey(ctx, provider, request);
  const free = { id, earlier: null, giveBack: async () => {} };
  if (key === null) return free;
  try {
    const [known = null] = await store.get([key]);
    if (known !== null && await isOnItsWay(ctx, provider, known)) {
      return { ...free, earlier: known };
    }
    const giveBack = async () => await store.delete(key);
    if (await store.compareAndSet(key, known, id, PAUSE)) {
      return { ...free, giveBack };
    }
    const [faster = null] = await store.get([key]);
    return { ...free, earlier: faster };
  } catch {
    log.warn("verification", "The store failed, so a mail was sent at once.");
    return free;
  }
}

/** Returns the key of the turn; null if mails are not limited, or if the request has no form token. */
async function toKey(
  { origin, request: { form: { csrfToken } }, settings }: Context,
  { id }: ResolvedEmail,
  { identifier, target, asker }: MailRequest,
): Promise<string | null> {
  if (settings.limits.email === null || !csrfToken) return null;
  const user = asker?.id ?? null;
  const parts = ["mail turn", origin, id, identifier, target, user, csrfToken];
  const [name = ""] = await settings.keyring.namesOf(JSON.stringify(parts));
  return `latchkey.mails.${name}`;
}

/** Whether the mail of an attempt was sent a moment ago, and can still be used. */
async function isOnItsWay(
  ctx: Context,
  provider: ResolvedEmail,
  id: string,
): Promise<boolean> {
  if (toPause(ctx, { id }) === 0) return false;
  const attempt = await openMailAttempt(ctx, id);
  return attempt === null || await findMark(ctx, provider, attempt) === null;
}

/** Leads back to the page of the mail that is on its way. */
export async function refuseTurn(
  ctx: Context,
  provider: ResolvedEmail,
  earlier: string,
): Promise<Outcome> {
  const { effects, request: { address } } = ctx;
  const retryAfter = Math.max(1, toPause(ctx, { id: earlier }));
  await effects.emit("rateLimited", {
    kind: "email",
    ...(address === null ? {} : { address }),
    retryAfter,
  });
  const error = new RateLimited("A mail was sent a moment ago.", retryAfter);
  const ref = randomText(6);
  effects.log.debug(`${error.type}: ${error.message}`, { ref });
  const url = toVerifyRequest(ctx, provider, earlier, { error: error.type });
  return { kind: "redirect", url, cookies: [], error, ref };
}
