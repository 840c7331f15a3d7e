import type { Settings } from "../config/settings.ts";
import { StoreError } from "../errors/errors.ts";
import type { ProviderContext } from "../request/context.ts";
import type { TokenKeeper } from "./keeper.ts";
import { toPlace } from "./place.ts";
import type { TokenRecord } from "./record.ts";
import { openKept, sealFor } from "./sealed.ts";

/** Seconds. No refresh token that is never used lives longer. */
const KEPT = 400 * 86_400;
/** Seconds that an empty list is kept. */
const EMPTY = 60;
/** The limit on attempts to change an entry that other processes keep changing. */
const MAX_ROUNDS = 20;

/** The sealed tokens of one account. */
interface Entry {
  readonly account: string;
  readonly text: string;
}

/** Keeps tokens in the store, by user and provider: those of the first account first. */
export function createStoreKeeper(ctx: ProviderContext): TokenKeeper {
  const { settings: { keyring }, now } = ctx;
  return {
    find: async ({ userId, provider, account }) => {
      const { entries } = await readEntries(ctx, userId, provider);
      const entry = account === undefined
        ? entries[0]
        : entries.find((one) => one.account === account);
      if (entry === undefined) return null;
      const { account: providerAccountId, text } = entry;
      const owner = { userId, provider, providerAccountId };
      const opened = await openKept(ctx, owner, text);
      if (opened === null) return null;
      // It was sealed for this account.
      const record = opened.value as TokenRecord;
      const seal = opened.outdated ? "outdated" : "current";
      return { owner, record, text, seal };
    },
    save: async (owner, record, before) => {
      const { userId, provider, providerAccountId: account } = owner;
      const text = await sealFor(keyring, owner, { value: record, now });
      return await change(ctx, [userId, provider], (entries) => {
        const known = entries.find((one) => one.account === account);
        if (before !== null && known?.text !== before.text) return null;
        return known === undefined
          ? [...entries, { account, text }]
          : entries.map((one) => one === known ? { account, text } : one);
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
  return { entries: parseEntries(text ?? "[]"), text, keys, key: keys[index] };
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
    const text = JSON.stringify(entries.map((one) => [one.account, one.text]));
    const ttl = entries.length === 0 ? EMPTY : KEPT;
    if (!await store.compareAndSet(newest, known, text, ttl)) continue;
    if (found.key !== newest || entries.length === 0) {
      for (const old of found.keys.slice(1)) await store.delete(old);
    }
    return true;
  }
  throw new StoreError("The store could not keep tokens in any of 20 tries.");
}

function parseEntries(text: string): readonly Entry[] {
  try {
    const list: unknown = JSON.parse(text);
    return (Array.isArray(list) ? list : []).flatMap((one) => {
      const [account, text] = Array.isArray(one) ? one : [];
      return typeof account === "string" && typeof text === "string"
        ? [{ account, text }]
        : [];
    });
  } catch {
    return [];
  }
}

/** Names the entry of a user without naming the user: one key for each secret, newest first. */
async function toStoreKeys(
  settings: Settings,
  userId: string,
  provider: string,
): Promise<readonly string[]> {
  const parts = ["tokens", userId, provider, toPlace(settings, provider)];
  const names = await settings.keyring.namesOf(JSON.stringify(parts));
  return names.map((name) => `tokens:${name}`);
}
