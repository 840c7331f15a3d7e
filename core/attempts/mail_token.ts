/**
 * The token of a mail link: one row, spent once. Where the adapter keeps tokens,
 * the row is there, under the token's code (HMAC), so that who reads the table
 * cannot sign in. Elsewhere the token says itself when it ends, is
 * authenticated, and the store keeps whether it was used: links work although
 * another process, with a memory of its own, sent the mail.
 *
 * @module
 */

import { askStore } from "../request/store_call.ts";
import { readClock } from "../runtime/clock.ts";
import type { Context } from "../request/context.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import type { ResolvedEmail } from "../providers/email_provider.ts";
import { ConfigurationError, Verification } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";
import { toAdapter } from "../session/rows/row.ts";
import { sharedKeyring } from "../storage/process_cache.ts";
import { inTurn } from "../runtime/serial_queue.ts";
import { waitForHost } from "../runtime/time_limit.ts";

/** What a link names. */
export interface MailToken {
  /** The address that it was sent to. */
  readonly identifier: string;
  readonly token: string;
  /** Id of the user whose address it verifies, who asked while signed in; null: it signs in. */
  readonly asker: string | null;
}

/** A token that may be mailed. */
export type IssuedToken = MailToken & { readonly expires: Date };

const OPEN = "open";
const USED = "used";
/** Text in front of a key in the store. */
const KEY = "latchkey.mail.";
const CHECKING = "a mail was checked";

/** Makes a token and keeps what is needed to know it again. Only then may it be mailed. */
export async function issueToken(
  ctx: Context,
  provider: ResolvedEmail,
  named: Omit<MailToken, "token">,
): Promise<IssuedToken> {
  const random = await generate(provider);
  // From now on, when it is sent: the host's own code may have taken its time.
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
  const ttl = toTtl(provider);
  await askStore(ctx, CHECKING, (store) => store.set(key, OPEN, ttl));
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
    `Provider "${provider.id}": \`generateVerificationToken\` must give 22 to 256 letters, digits, \`-\`, \`_\`, \`.\` or \`~\`. A code to type in is in each mail anyway.`,
  ]);
}

/**
 * Spends a token: of all who try, one succeeds. An expired one is spent, too.
 *
 * @throws Verification, AdapterError or StoreError
 */
export async function spendToken(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<void> {
  const isGood = await take(ctx, provider, named);
  if (!isGood) {
    throw new Verification("The token of a mail is wrong, used or expired.");
  }
}

/** Makes a token worthless: nobody was sent it, or somebody guesses. */
export async function voidToken(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<void> {
  await take(ctx, provider, named);
}

function take(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<boolean> {
  return isInAdapter(ctx)
    ? takeFromAdapter(ctx, provider, named)
    : takeFromStore(ctx, provider, named);
}

async function takeFromAdapter(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<boolean> {
  const { identifier } = named;
  const adapter = toAdapter(ctx);
  for (const token of await toMacs(ctx, provider, named)) {
    // Some databases look first and remove then: at least this process waits.
    const row = await inTurn(
      `mail ${ctx.settings.key} ${token}`,
      async () => await adapter.useVerificationToken({ identifier, token }),
    );
    if (row === null) continue;
    // Adapters have been found that compare one of the two only.
    if (row.identifier !== identifier || !isEqual(`${row.token}`, token)) {
      ctx.effects.log.warn(
        "verification",
        "The adapter's useVerificationToken gave another row than was asked for; it was refused.",
      );
      return false;
    }
    // Written so that a clock of NaN refuses.
    return row.expires.getTime() > ctx.now;
  }
  return false;
}

async function takeFromStore(
  ctx: Context,
  provider: ResolvedEmail,
  named: MailToken,
): Promise<boolean> {
  const { token } = named;
  const at = token.lastIndexOf(".");
  const body = token.slice(0, Math.max(0, at));
  const macs = await toMacs(ctx, provider, { ...named, token: body });
  const mac = macs.find((one) => isEqual(one, token.slice(at + 1)));
  if (mac === undefined) return false;
  const key = KEY + mac;
  const ttl = toTtl(provider);
  const isFirst = await askStore(
    ctx,
    CHECKING,
    async (store) =>
      await store.compareAndSet(key, OPEN, USED, ttl) ||
      // Another process may have sent the mail, if each has a memory of its own.
      !ctx.settings.hasOwnStore &&
        await store.compareAndSet(key, null, USED, ttl),
  );
  const expires = parseInt(body.slice(body.lastIndexOf(".") + 1), 36);
  return isFirst && expires > ctx.now;
}

function isInAdapter(ctx: Context): boolean {
  return ctx.effects.adapter !== null &&
    toAdapter(ctx).has("createVerificationToken", "useVerificationToken");
}

/**
 * Bound to the address, the provider and the origin: a token of one is nothing to
 * another. Hosts of one process may send through mail servers of their tenants,
 * who could read it. One that verifies the address of a user starts no session.
 */
function toMacs(
  ctx: Context,
  { id, secrets }: ResolvedEmail,
  { identifier, token, asker }: MailToken,
): Awaitable<readonly string[]> {
  const keyring = secrets === null
    ? ctx.settings.keyring
    : sharedKeyring(secrets);
  const parts = ["mail", id, ctx.origin, identifier, token];
  return keyring.namesOf(
    JSON.stringify(asker === null ? parts : [...parts, asker]),
  );
}

/** Longer than a token works, so that a used one stays used. */
function toTtl({ maxAge }: ResolvedEmail): number {
  return maxAge + 3600;
}
