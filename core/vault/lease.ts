/**
 * Lets one process at a time renew the tokens of an account, and tells the
 * others what it got: a refresh token that is used twice may end them all (RFC
 * 9700 section 4.14.2).
 *
 * A lease is given back, or taken over from a process that has died by one that
 * has waited long enough. Waiting is the measure because the clocks of two
 * processes, or of one and its database, may differ.
 *
 * @module
 */

import type { Keyring } from "../crypto/keys.ts";
import { readClock } from "../runtime/clock.ts";
import { ProviderUnavailable, StoreError } from "../errors/errors.ts";
import { type HeldTokens, sharedLeases } from "../storage/lease_cache.ts";
import type { ProviderContext } from "../request/context.ts";
import { addNewer, type TokenOwner, type TokenRecord } from "./record.ts";
import { openFor, sealFor } from "./sealed.ts";

/** The right to renew the tokens of an account. */
export interface Lease {
  /**
   * Waits until this process may renew the tokens.
   *
   * @param look looks for what the process that renews them has got
   * @returns null if this process may; what `look` found, if another one was
   * faster
   * @throws ProviderUnavailable if another process takes too long, or StoreError
   */
  take<T>(look: () => Promise<T | null>): Promise<T | null>;
  /**
   * Returns the tokens that have replaced others: the same ones, unless a write
   * is still to come, or has failed.
   *
   * @throws StoreError
   */
  follow(record: TokenRecord): Promise<TokenRecord>;
  /**
   * Keeps new tokens for requests that still have the refresh token that was
   * used.
   *
   * @param ttl seconds
   * @throws StoreError
   */
  remember(used: string, record: TokenRecord, ttl: number): Promise<void>;
  /**
   * Keeps new tokens that could not be written anywhere in this process, and
   * the lease with them, until they can be.
   */
  hold(used: string, record: TokenRecord): void;
  /** Lets the next one renew them, unless the lease is held. */
  release(): Promise<void>;
}

/** Milliseconds between two looks at what another process does. */
const PAUSE = 50;
/** The value of a lease that was given back. */
const FREE = "free";
/** Seconds after which the store may forget a lease, and tokens that are held. */
const HELD = 3600;
/** Milliseconds between two tries to write tokens that are held. */
const RETRY = 1000;

/** Creates the lease of an account. */
export async function createLease(
  ctx: ProviderContext,
  owner: TokenOwner,
): Promise<Lease> {
  const { keyring, providerTimeout } = ctx.settings;
  // The answers that one renewal needs, and the writes after them.
  const patience = 3 * providerTimeout;
  const keys = await toKeys(keyring, owner, ["renewing"]);
  const terms: Terms = {
    ctx,
    owner,
    patience,
    keys,
    // Processes that do not have the newest secret yet use the same one.
    key: keys.at(-1) ?? "",
    id: sharedLeases.toId(),
  };
  return {
    take: (look) => take(terms, look),
    follow: (record) => follow(terms, record),
    remember: (used, record, ttl) => remember(terms, { used, record }, ttl),
    hold: (used, record) => hold(terms, used, record),
    release: () => release(terms),
  };
}

/** The entries of a lease in the store. */
interface Terms {
  readonly ctx: ProviderContext;
  readonly owner: TokenOwner;
  /** The key of the holder's id. */
  readonly key: string;
  /** That key, and those of processes with other secrets. */
  readonly keys: readonly string[];
  readonly id: string;
  /** Milliseconds after which a lease that does not change is abandoned. */
  readonly patience: number;
}

/** Names an entry: one key for each secret, newest first. */
async function toKeys(
  keyring: Keyring,
  { userId, provider, providerAccountId }: TokenOwner,
  parts: readonly string[],
): Promise<readonly string[]> {
  const text = [userId, provider, providerAccountId, ...parts];
  const names = await keyring.namesOf(JSON.stringify(text));
  return names.map((name) => `tokens:${name}`);
}

async function take<T>(
  terms: Terms,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const { ctx: { effects: { store } }, owner, key, keys, id } = terms;
  const held = sharedLeases.held.has(key) ? await look() : null;
  if (held !== null) return held;
  let before = "";
  // The pauses are added up, since a clock may be set back meanwhile.
  for (let waited = 0, same = 0;; waited += PAUSE, same += PAUSE) {
    const values = await store.get(keys);
    const now = JSON.stringify(values);
    if (now !== before) same = 0;
    before = now;
    const known = values[keys.indexOf(key)] ?? null;
    const isOver = values.every(isFree) || same >= terms.patience;
    if (isOver && await store.compareAndSet(key, known, id, HELD)) {
      sharedLeases.live.add(id);
      return null;
    }
    const found = await look();
    if (found !== null) return found;
    if (waited >= 2 * terms.patience) {
      throw new ProviderUnavailable(
        `Another process has been renewing tokens of provider "${owner.provider}" for too long.`,
      );
    }
    await pause(PAUSE);
  }
}

/**
 * Whether a lease is free: it was given back, or this process took it and could
 * not give it back.
 */
function isFree(value: string | null): boolean {
  return value === null || value === FREE || sharedLeases.isOver(value);
}

async function follow(
  terms: Terms,
  record: TokenRecord,
): Promise<TokenRecord> {
  const seen = new Set<string>();
  let latest = record;
  for (;;) {
    const used = latest.refreshToken;
    const next = used === null || seen.has(used)
      ? null
      : await recall(terms, used);
    if (used === null || next === null) return latest;
    seen.add(used);
    // A sign-in may have brought newer access tokens, and no refresh token.
    latest = next.refreshToken === used ? addNewer(latest, next) : next;
  }
}

async function recall(
  { ctx: { settings, effects }, owner, key }: Terms,
  used: string,
): Promise<TokenRecord | null> {
  const held = listHeld(key).find((one) => one.used === used);
  if (held !== undefined) return held.record as TokenRecord;
  const keys = await toKeys(settings.keyring, owner, ["renewed", used]);
  const texts = await effects.store.get(keys);
  for (const text of texts) {
    if (text === null) continue;
    const sealed = { text, now: readClock() };
    const opened = await openFor(settings.keyring, owner, sealed);
    if (opened !== null) return opened.value as TokenRecord;
  }
  return null;
}

async function remember(
  { ctx: { settings, effects }, owner }: Terms,
  { used, record }: Pick<HeldTokens, "used" | "record">,
  ttl: number,
): Promise<void> {
  const [key = ""] = await toKeys(settings.keyring, owner, ["renewed", used]);
  const plain = { value: record, now: readClock() };
  const text = await sealFor(settings.keyring, owner, plain);
  await effects.store.set(key, text, ttl);
}

function hold(terms: Terms, used: string, record: TokenRecord): void {
  const { ctx: { effects: { log } }, key, id } = terms;
  if (!sharedLeases.hasRoom()) return;
  const held = { id, used, record };
  sharedLeases.held.set(key, [...listHeld(key), held]);
  const until = readClock() + HELD * 1000;
  const tryAgain = async () => {
    try {
      await remember(terms, held, HELD);
    } catch (cause) {
      // The first failures were logged; one line a second would say no more.
      if (readClock() < until) return later(tryAgain);
      const why = "Renewed tokens could not be written for an hour.";
      log.error(new StoreError(why, { cause }));
    }
    const others = listHeld(key).filter((one) => one !== held);
    if (others.length > 0) sharedLeases.held.set(key, others);
    else sharedLeases.held.delete(key);
    await release(terms);
  };
  later(tryAgain);
}

/** Lists what is held with the leases of an account: it may be renewed again meanwhile. */
function listHeld(key: string): readonly HeldTokens[] {
  return sharedLeases.held.get(key) ?? [];
}

/** Runs work after a pause that keeps no process alive. */
function later(work: () => Promise<void>): void {
  const timer: unknown = setTimeout(() => void work(), RETRY);
  (timer as { unref?: () => void }).unref?.();
}

async function release(
  { ctx: { effects: { store, log } }, key, id }: Terms,
): Promise<void> {
  if (listHeld(key).some((one) => one.id === id)) return;
  sharedLeases.live.delete(id);
  try {
    await store.compareAndSet(key, id, FREE, HELD);
  } catch (error) {
    // This process knows that it is free, and others wait.
    log.error(error as Error);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
