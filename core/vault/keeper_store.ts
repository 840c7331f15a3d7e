import type { Settings } from "../config/settings.ts";
import { StoreError } from "../errors/errors.ts";
import type { ProviderContext } from "../request/context.ts";
import { findNames } from "../storage/name_cache.ts";
import type { KeptTokens, TokenKeeper } from "./keeper.ts";
import { toPlace } from "./place.ts";
import type { TokenOwner, TokenRecord } from "./record.ts";
import { type OpenedFor, openKept, sealFor } from "./sealed.ts";

/** Seconds. No refresh token that is never used lives longer. */
const KEPT = 400 * 86_400;
/** Seconds that an empty list is kept. */
const EMPTY = 60;
/** The limit on attempts to change an entry that other processes keep changing. */
const MAX_ROUNDS = 20;

/**
 * The sealed tokens of one account. The access tokens have a text of their own,
 * because most reads need no other.
 */
interface Entry {
  readonly account: string;
  readonly access: string;
  readonly others: string;
}

/** Keeps tokens in the store, by user and provider: those of the first account first. */
export function createStoreKeeper(ctx: ProviderContext): TokenKeeper {
  const { settings: { keyring }, now } = ctx;
  return {
    find: async ({ userId, provider, account, onlyAccess = false }) => {
      const { entries } = await readEntries(ctx, userId, provider);
      const entry = account === undefined
        ? entries[0]
        : entries.find((one) => one.account === account);
      if (entry === undefined) return null;
      const owner = { userId, provider, providerAccountId: entry.account };
      return await openEntry(ctx, { owner, entry, onlyAccess });
    },
    save: async (owner, record, before) => {
      const { userId, provider, providerAccountId: account } = owner;
      const { access: value, ...rest } = record;
      const access = await sealFor(keyring, owner, { value, now });
      const others = await sealFor(keyring, owner, { value: rest, now });
      const made = { account, access, others };
      return await change(ctx, [userId, provider], (entries) => {
        const known = entries.find((one) => one.account === account);
        if (
          before !== null && (!known || toStored(known) !== before.toStored())
        ) {
          return null;
        }
        return known === undefined
          ? [...entries, made]
          : entries.map((one) => one === known ? made : one);
      });
    },
    remove: async ({ userId, provider, providerAccountId }) => {
      await change(
        ctx,
        [userId, provider],
        (entries) =>
          entries.filter(({ account }) => account !== providerAccountId),
      );
    },
  };
}

/**
 * Removes the tokens of a user at all providers whose tokens are kept: a user
 * who gets the same id later must not find them.
 *
 * @throws StoreError
 */
export async function removeAll(
  ctx: ProviderContext,
  userId: string,
): Promise<void> {
  for (const provider of ctx.settings.tokens?.providers ?? []) {
    await change(
      ctx,
      [userId, provider],
      (entries) => entries.length === 0 ? null : [],
    );
  }
}

async function openEntry(
  ctx: ProviderContext,
  { owner, entry, onlyAccess }: {
    readonly owner: TokenOwner;
    readonly entry: Entry;
    readonly onlyAccess: boolean;
  },
): Promise<KeptTokens | null> {
  const access = await openKept(ctx, owner, entry.access);
  const others = onlyAccess
    ? NOTHING
    : await openKept(ctx, owner, entry.others);
  return toKeptTokens({ owner, entry, access, others });
}

function toKeptTokens(
  { owner, entry, access, others }: {
    readonly owner: TokenOwner;
    readonly entry: Entry;
    readonly access: OpenedFor | null;
    readonly others: OpenedFor | null;
  },
): KeptTokens | null {
  if (access === null || others === null) return null;
  // They were sealed for this account.
  const { refreshToken, idToken } = others.value as TokenRecord;
  const record = {
    access: access.value as TokenRecord["access"],
    refreshToken,
    idToken,
  };
  const isOutdated = access.outdated || others.outdated;
  const seal = isOutdated ? "outdated" : "current";
  return { owner, record, seal, toStored: () => toStored(entry) };
}

/** Stands for tokens that are not opened. */
const NOTHING = {
  value: { refreshToken: null, idToken: null },
  outdated: false,
} as const;

/** Returns the entry as one text that changes with each of its tokens. */
function toStored({ access, others }: Entry): string {
  return `${access} ${others}`;
}

/** The entries of a user at a provider, and where they are. */
interface Entries {
  readonly entries: readonly Entry[];
  /** The text of the entries; null: there is none. */
  readonly text: string | null;
  /** One key for each secret, newest first. */
  readonly keys: readonly string[];
  /** The key with the text. */
  readonly key: string | undefined;
}

async function readEntries(
  { settings, effects }: ProviderContext,
  userId: string,
  provider: string,
): Promise<Entries> {
  const keys = await toStoreKeys(settings, userId, provider);
  const texts = await effects.store.get(keys);
  const index = texts.findIndex((one) => one !== null);
  const text = texts[index] ?? null;
  const entries = parseEntries(text ?? "");
  return { entries, text, keys, key: keys[index] };
}

/**
 * Changes the entries of a user at a provider, as no other process has changed
 * them meanwhile, and moves them to the key of the newest secret.
 *
 * @param edit returns the new entries; null: none is to be changed
 * @returns whether they were changed
 * @throws StoreError
 */
async function change(
  ctx: ProviderContext,
  [userId, provider]: readonly [string, string],
  edit: (entries: readonly Entry[]) => readonly Entry[] | null,
): Promise<boolean> {
  const { store } = ctx.effects;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await readEntries(ctx, userId, provider);
    const entries = edit(found.entries);
    if (entries === null) return false;
    const [newest = ""] = found.keys;
    const known = found.key === newest ? found.text : null;
    const text = entries.map(toLine).join("\n");
    const ttl = entries.length === 0 ? EMPTY : KEPT;
    if (!await store.compareAndSet(newest, known, text, ttl)) continue;
    if (found.key !== newest || entries.length === 0) {
      for (const old of found.keys.slice(1)) await store.delete(old);
    }
    return true;
  }
  throw new StoreError("The store could not keep tokens in any of 20 tries.");
}

/** Writes an entry as a line: parsing one takes less time than JSON would. */
function toLine({ account, access, others }: Entry): string {
  return `${access} ${others} ${JSON.stringify(account)}`;
}

function parseEntries(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (const line of text.split("\n")) {
    const first = line.indexOf(" ");
    const second = line.indexOf(" ", first + 1);
    const account = parseText(line.slice(second + 1));
    if (first < 1 || second < first + 2 || !account) continue;
    const access = line.slice(0, first);
    entries.push({ account, access, others: line.slice(first + 1, second) });
  }
  return entries;
}

function parseText(json: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Names the entry of a user without naming the user: one key for each secret, newest first. */
function toStoreKeys(
  settings: Settings,
  userId: string,
  provider: string,
): Promise<readonly string[]> {
  // JSON ends where it ends, and the id of a provider has no space.
  const text = `tokens ${toPlace(settings, provider)} ${provider} ${userId}`;
  return findNames(settings.keyring, "tokens:", text);
}
