/**
 * Lets one process at a time renew the tokens of an account, and tells the
 * others what it got: a refresh token that is used twice may end them all (RFC
 * 9700 section 4.14.2).
 *
 * @module
 */

import type { Keyring } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { readClock } from "../runtime/clock.ts";
import { ProviderUnavailable } from "../errors/errors.ts";
import type { ProviderContext } from "../request/context.ts";
import type { TokenOwner, TokenRecord } from "./record.ts";
import { openFor, sealFor } from "./sealed.ts";

/** The right to renew the tokens of an account. */
export interface Lease {
  /**
   * Waits until this process may renew the tokens.
   *
   * @param isEnough whether tokens that were renewed a moment ago will do
   * @returns null if it may; the tokens, if another process has renewed them
   * @throws ProviderUnavailable if another process takes too long, or StoreError
   */
  take(
    isEnough: (record: TokenRecord) => boolean,
  ): Promise<TokenRecord | null>;
  /** Keeps the new tokens for requests that still have the old ones. */
  remember(record: TokenRecord): Promise<void>;
  /** Lets the next one renew them. */
  release(): Promise<void>;
}

/** Seconds that renewed tokens are kept for late requests. */
const MEMO_TTL = 120;
/** Milliseconds between two looks at what another process does. */
const PAUSE = 50;
/** The value of a lease that was given back. */
const FREE = "free";

/**
 * Creates the lease of an account.
 *
 * @param used the refresh token that is about to be used
 */
export async function createLease(
  ctx: ProviderContext,
  owner: TokenOwner,
  used: string,
): Promise<Lease> {
  const { keyring, providerTimeout } = ctx.settings;
  // The answers that one renewal needs, and the writes after them.
  const patience = 3 * providerTimeout;
  const terms: Terms = {
    ctx,
    owner,
    used,
    patience,
    memo: await toKey(keyring, owner, ["renewed", used]),
    key: await toKey(keyring, owner, ["renewing"]),
    id: randomText(16),
    ttl: Math.ceil(patience / 1000),
  };
  return {
    take: (isEnough) => take(terms, isEnough),
    remember: (record) => remember(terms, record),
    release: () => release(terms),
  };
}

/** The entries of a lease in the store. */
interface Terms {
  readonly ctx: ProviderContext;
  readonly owner: TokenOwner;
  readonly used: string;
  /** The key of what the holder got. */
  readonly memo: string;
  /** The key of the holder's id. */
  readonly key: string;
  readonly id: string;
  /** Milliseconds. */
  readonly patience: number;
  /** Seconds. */
  readonly ttl: number;
}

async function toKey(
  keyring: Keyring,
  { userId, provider, providerAccountId }: TokenOwner,
  parts: readonly string[],
): Promise<string> {
  const text = [userId, provider, providerAccountId, ...parts];
  const [name = ""] = await keyring.namesOf(JSON.stringify(text));
  return `tokens:${name}`;
}

async function take(
  terms: Terms,
  isEnough: (record: TokenRecord) => boolean,
): Promise<TokenRecord | null> {
  const { ctx: { effects: { store } }, owner, used, key, id, ttl } = terms;
  const until = readClock() + terms.patience;
  for (;;) {
    const renewed = await recall(terms);
    // A refresh token that was not replaced may be used for another token.
    if (renewed !== null) {
      if (renewed.refreshToken !== used || isEnough(renewed)) return renewed;
    }
    const [known = null] = await store.get([key]);
    const isFree = known === null || known === FREE;
    if (isFree && await store.compareAndSet(key, known, id, ttl)) return null;
    if (readClock() > until) {
      throw new ProviderUnavailable(
        `Another process has been renewing tokens of provider "${owner.provider}" for too long.`,
      );
    }
    await pause(PAUSE);
  }
}

async function recall(
  { ctx: { settings, effects }, owner, memo }: Terms,
): Promise<TokenRecord | null> {
  const [text = null] = await effects.store.get([memo]);
  if (text === null) return null;
  const sealed = { text, now: readClock() };
  const opened = await openFor(settings.keyring, owner, sealed);
  return (opened?.value ?? null) as TokenRecord | null;
}

async function remember(
  { ctx: { settings, effects }, owner, memo }: Terms,
  value: TokenRecord,
): Promise<void> {
  const plain = { value, now: readClock() };
  const text = await sealFor(settings.keyring, owner, plain);
  await effects.store.set(memo, text, MEMO_TTL);
}

async function release(
  { ctx: { effects: { store, log } }, key, id, ttl }: Terms,
): Promise<void> {
  try {
    await store.compareAndSet(key, id, FREE, ttl);
  } catch (error) {
    // It ends by itself.
    log.error(error as Error);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
