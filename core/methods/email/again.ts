/**
 * Asking for a mail again: one browser gets at most one mail a minute for the
 * same address and target. The limits of the address itself are counted
 * elsewhere; this one keeps the visitor on the page of the mail that is on its
 * way.
 *
 * @module
 */

import type { Context } from "../../request/context.ts";
import { RateLimited } from "../../errors/errors.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { withError } from "../../request/with_error.ts";
import { type MailAttempt, toAskedAt } from "../../attempts/mail_attempt.ts";
import { isOutage, limitAttempt } from "../../rate_limits/limits.ts";
import { toMailTry, toVerifyRequest } from "./identity.ts";
import { MailUnreached } from "./mail/send.ts";

/** A mail that a browser asks for. */
export interface MailTurn {
  /** The address. */
  readonly identifier: string;
  /** Id of the provider that the page of the mail names. */
  readonly provider: string;
  /** Whatever else makes a mail another one. */
  readonly parts: readonly (string | null)[];
  /** Whether the mail of an attempt was sent a moment ago, and can still be used. */
  isOnItsWay(id: string): Promise<boolean>;
}

/**
 * Sends a mail, within the limits, in this browser's turn: a mail that is on
 * its way is not sent again, and its page is shown.
 *
 * @param send is given the id of the attempt, and says when the mail is sent
 */
export async function sendInTurn(
  ctx: Context,
  mail: MailTurn,
  send: (id: string, onSent: () => void) => Promise<Outcome>,
): Promise<Outcome> {
  const { id, earlier, giveBack } = await takeMailTurn(ctx, mail);
  if (earlier !== null) return await refuseTurn(ctx, mail.provider, earlier);
  let isSent = false;
  try {
    return await limitAttempt(
      ctx,
      toMailTry(mail.identifier),
      () => send(id, () => isSent = true),
      // A store failure after the mail was sent does not undo the sending.
      (error) => !isSent && (isOutage(error) || error instanceof MailUnreached),
    );
  } finally {
    if (!isSent) await giveBack();
  }
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
interface Turn {
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
async function takeMailTurn(ctx: Context, mail: MailTurn): Promise<Turn> {
  const { store, log } = ctx.effects;
  const id = createAttemptId(ctx);
  const key = await toKey(ctx, mail);
  const free = { id, earlier: null, giveBack: async () => {} };
  if (key === null) return free;
  try {
    const [known = null] = await store.get([key]);
    if (known !== null && await mail.isOnItsWay(known)) {
      return { ...free, earlier: known };
    }
    const giveBack = async () => await store.delete(key);
    if (await store.compareAndSet(key, known, id, PAUSE)) {
      return { ...free, giveBack };
    }
    const [faster = null] = await store.get([key]);
    return { ...free, earlier: faster };
  } catch {
    log.warn("mail-token", "The store failed, so a mail was sent at once.");
    return free;
  }
}

/** Returns the key of the turn; null if mails are not limited, or if the request has no form token. */
async function toKey(
  { origin, request: { form: { csrfToken } }, settings }: Context,
  { identifier, provider, parts: own }: MailTurn,
): Promise<string | null> {
  if (settings.limits.email === null || !csrfToken) return null;
  const parts = ["mail turn", origin, provider, identifier, ...own, csrfToken];
  const [name = ""] = await settings.keyring.namesOf(JSON.stringify(parts));
  return `latchkey.mails.${name}`;
}

/** Leads back to the page of the mail that is on its way. */
async function refuseTurn(
  ctx: Context,
  provider: string,
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
  const named = ctx.settings.providers.get(provider);
  const page = { id: provider, type: named?.type ?? "email" };
  const url = toVerifyRequest(ctx, page, earlier, { error: error.type });
  return await withError(ctx, error, redirect(url));
}
