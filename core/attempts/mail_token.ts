/**
 * The token of a mail link: one row, spent once. If the adapter stores tokens,
 * the row holds the token's HMAC, so that read access to the table is not
 * enough to sign in. Otherwise the token carries its own expiry, is
 * authenticated, and the store records its use: links work even if another
 * process, with its own memory, sent the mail.
 *
 * @module
 */

import { readClock } from "../runtime/clock.ts";
import type { Context } from "../request/context.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import type { ResolvedEmail } from "../providers/email_provider.ts";
import { ConfigurationError, Verification } from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import { findMark, keepMark, nameAll, toDead, toMailTtl } from "./mail_mark.ts";
import { inTurn } from "../runtime/serial_queue.ts";
import { waitForHost } from "../runtime/timeout.ts";

/** The parts of a link. */
export interface MailToken {
  /** The address that the link was sent to. */
  readonly identifier: string;
  readonly token: string;
  /** Id of the user whose address it verifies, who requested it while signed in; null if it signs in. */
  readonly asker: string | null;
}

/** A token that is stored and can be mailed. */
export type IssuedToken = MailToken & { readonly expires: Date };

const OPEN = "open";
const USED = "used";
/** Prefix of keys in the store. */
const KEY = "latchkey.mail.";

/** Makes a token and stores what is needed to recognise it. It must not be mailed before that. */
export async function issueToken(
  ctx: Context,
  provider: ResolvedEmail,
  named: Omit<MailToken, "token">,
): Promise<IssuedToken> {
  const random = await generate(provider);
  // The lifetime starts now, when the mail is sent: the application's code may have taken a while.
  const expires = new Date(readClock() + provider.maxAge * 1000);
  if (isInAdapter(ctx)) {
    const own = { ...named, token: random };
    const [mac = ""] = await toMacs(ctx, provider, own);
    const row = { identifier: named.identifier, expires, token: mac };
    await toAdapter(ctx).createVerificationToken(row);
    return { ...own, expires };
  }
  const body = `${random}.${expires.getTime().toString(36)}`;
  const [mac = ""] = await toMacs(ctx, provider, { ...named, token: body });
  const key = KEY + mac;
  const ttl = toMailTtl(provider);
  await ctx.effects.store.set(key, OPEN, ttl);
  return { ...named, token: `${body}.${mac}`, expires };
}

async function generate(provider: ResolvedEmail): Promise<string> {
  const { generateVerificationToken: own } = provider.source;
  if (own === undefined) return randomText(32);
  const token = await waitForHost(own(), "generateVerificationToken");
  if (typeof token === "string" && /^[\w~.-]{22,256}$/.test(token)) {
    return token;
  }
  throw new ConfigurationError([
    `Provider "${provider.id}": \`generateVerificationToken\` must return 22 to 256 letters, digits, \`-\`, \`_\`, \`.\` or \`~\`. A code to type in is in each mail anyway.`,
  ]);
}

/**
 * Spends a token: exactly one of several concurrent calls succeeds. An expired
 * one is spent, too.
 *
 * @throws Verification, AdapterError or StoreError
 */
export async function spendToken(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<void> {
  const result = await take(ctx, provider, named);
  if (result === "taken") {
    return await keepMark(ctx, provider, { ...named, mark: "used" });
  }
  if (result === "expired") throw toDead("expired", named.identifier);
  const mark = await findMark(ctx, provider, named);
  if (mark !== null) throw toDead(mark, named.identifier);
  throw new Verification("The token of a mail is wrong, used or expired.");
}

/**
 * Invalidates a token, for example because its mail was not sent or its code is
 * being guessed.
 */
export async function voidToken(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<void> {
  await take(ctx, provider, named);
}

/** The result of taking a token. One that is unknown may have been taken before. */
type Taken = "taken" | "expired" | "unknown";

async function take(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<Taken> {
  return isInAdapter(ctx)
    ? await takeFromAdapter(ctx, provider, named)
    : await takeFromStore(ctx, provider, named);
}

async function takeFromAdapter(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<Taken> {
  const { identifier } = named;
  const adapter = toAdapter(ctx);
  for (const token of await toMacs(ctx, provider, named)) {
    // Some databases read first and delete later: calls of this process run one by one.
    const row = await inTurn(
      `mail ${ctx.settings.key} ${token}`,
      async () => await adapter.useVerificationToken({ identifier, token }),
    );
    if (row === null) continue;
    // Some adapters compare only one of the two.
    if (row.identifier !== identifier || !isEqual(`${row.token}`, token)) {
      ctx.effects.log.warn(
        "mail-token",
        "The adapter's useVerificationToken returned a row other than the one asked for; it was refused.",
      );
      return "unknown";
    }
    return row.expires.getTime() > ctx.now ? "taken" : "expired";
  }
  return "unknown";
}

async function takeFromStore(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<Taken> {
  const { token } = named;
  const at = token.lastIndexOf(".");
  const body = token.slice(0, Math.max(0, at));
  const macs = await toMacs(ctx, provider, { ...named, token: body });
  const mac = macs.find((one) => isEqual(one, token.slice(at + 1)));
  if (mac === undefined) return "unknown";
  const key = KEY + mac;
  const ttl = toMailTtl(provider);
  const { store } = ctx.effects;
  const isFirst = await store.compareAndSet(key, OPEN, USED, ttl) ||
    // Another process may have sent the mail if there is no shared store.
    !ctx.settings.hasOwnStore &&
      await store.compareAndSet(key, null, USED, ttl);
  const expires = parseInt(body.slice(body.lastIndexOf(".") + 1), 36);
  if (!isFirst) return "unknown";
  return expires > ctx.now ? "taken" : "expired";
}

function isInAdapter(ctx: Context): boolean {
  return ctx.effects.adapter !== null &&
    toAdapter(ctx).has("createVerificationToken", "useVerificationToken");
}

/**
 * Binds a token to its address, provider and origin: it is invalid for any
 * other. One process may serve several hosts that send through their tenants'
 * mail servers, where a token could be read. A token that verifies a user's
 * address cannot start a session.
 */
async function toMacs(
  ctx: Context,
  provider: ResolvedEmail,
  { identifier, token, asker }: MailToken,
): Promise<readonly string[]> {
  const { id } = provider;
  const parts = ["mail", id, ctx.origin, identifier, token];
  const all = asker === null ? parts : [...parts, asker];
  return await nameAll(ctx, provider, all);
}
