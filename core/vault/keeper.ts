/**
 * The places where tokens are kept, behind one interface.
 *
 * @module
 */

import type { Settings } from "../config/settings.ts";
import type { AdapterAccount, AdapterTokens } from "../model/adapter.ts";
import type { ProviderContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import { findNames } from "../storage/name_cache.ts";
import {
  type AccessToken,
  type TokenOwner,
  type TokenRecord,
  toScopes,
} from "./record.ts";
import { isSealed, openFor, sealFor } from "./sealed.ts";

/** Tokens as they were found. */
export interface Kept {
  readonly owner: TokenOwner;
  readonly record: TokenRecord;
  /** The text that the store has, so that only that is replaced. */
  readonly text: string | null;
}

/** A place where tokens are kept. */
export interface TokenKeeper {
  /**
   * Finds the tokens of a user at a provider.
   *
   * @param account the account's id, if the user may have several; default: the
   * first
   * @returns null if there are none, or they do not open
   * @throws AdapterError or StoreError
   */
  find(which: TokenQuery): Promise<Kept | null>;
  /**
   * Writes all tokens of an account.
   *
   * @param before what they replace; tokens that were removed meanwhile do not
   * come back. Null: a sign-in, which replaces anything
   */
  save(
    owner: TokenOwner,
    record: TokenRecord,
    before: Kept | null,
  ): Promise<void>;
  /** Removes the tokens of an account that is no longer the user's. */
  remove(owner: TokenOwner): Promise<void>;
}

/** A user's account at a provider, named as an application names it. */
export interface TokenQuery {
  readonly userId: string;
  readonly provider: string;
  readonly account?: string | undefined;
  /** Whether the other tokens may be left out: to open them takes time. */
  readonly onlyAccess?: boolean | undefined;
}

/** Returns the place of this configuration. */
export function toKeeper(ctx: ProviderContext): TokenKeeper {
  return ctx.settings.tokens?.keep === "store"
    ? createStoreKeeper(ctx)
    : createAdapterKeeper(ctx);
}

/** Keeps tokens in the columns of the account. */
function createAdapterKeeper(ctx: ProviderContext): TokenKeeper {
  const adapter = toAdapter(ctx);
  return {
    find: async ({ userId, provider, account, onlyAccess = false }) => {
      const accounts = await adapter.listAccountsByUserId(userId);
      const found = accounts.find((one) =>
        one.provider === provider &&
        (account === undefined || one.providerAccountId === account)
      );
      return found === undefined ? null : await openAccount(
        ctx,
        onlyAccess
          ? { ...found, refresh_token: undefined, id_token: undefined }
          : found,
      );
    },
    save: async (owner, record) => {
      const { provider, providerAccountId } = owner;
      const columns = await toColumns(ctx, owner, record);
      await adapter.updateAccount({ ...columns, provider, providerAccountId });
    },
    // They went with the account.
    remove: () => Promise.resolve(),
  };
}

async function openAccount(
  ctx: ProviderContext,
  account: AdapterAccount,
): Promise<Kept | null> {
  const { userId, provider, providerAccountId } = account;
  const owner = { userId, provider, providerAccountId };
  const read = (text: string | null | undefined) =>
    text && isSealed(text) ? openText(ctx, owner, text) : text ?? null;
  const access = await read(account.access_token);
  const refreshToken = await read(account.refresh_token);
  const idToken = await read(account.id_token);
  const record = {
    access: toAccess(account, access),
    refreshToken: typeof refreshToken === "string" ? refreshToken : null,
    idToken: typeof idToken === "string" ? idToken : null,
  };
  const isEmpty = record.access.length === 0 && record.refreshToken === null;
  return isEmpty ? null : { owner, record, text: null };
}

/** Reads the access tokens: a list that was sealed, or the plain one of an existing table. */
function toAccess(
  { expires_at, scope, token_type }: AdapterAccount,
  value: unknown,
): readonly AccessToken[] {
  if (Array.isArray(value)) return value as AccessToken[];
  if (typeof value !== "string" || value === "") return [];
  return [{
    token: value,
    tokenType: token_type ?? "bearer",
    expiresAt: expires_at ?? null,
    scope: toScopes(scope),
    aim: "",
  }];
}

async function openText(
  { settings, effects, now }: ProviderContext,
  owner: TokenOwner,
  text: string,
): Promise<unknown> {
  const opened = await openFor(settings.keyring, owner, { text, now });
  if (opened !== null) return opened.value;
  effects.log.warn(
    "tokens",
    `A token of provider "${owner.provider}" did not open: it was sealed with a secret that is not configured, or belongs to another account.`,
  );
  return null;
}

async function toColumns(
  { settings, now }: ProviderContext,
  owner: TokenOwner,
  { access, refreshToken, idToken }: TokenRecord,
): Promise<AdapterTokens> {
  const first = access.find(({ aim }) => aim === "");
  const { expiresAt = null, scope = null, tokenType } = first ?? {};
  const write = async (value: unknown, plain: string | null) =>
    settings.tokens?.seal === false
      ? plain ?? undefined
      : plain === null
      ? undefined
      : await sealFor(settings.keyring, owner, { value, now });
  return {
    access_token: await write(
      access,
      access.length === 0 ? null : first?.token ?? "",
    ),
    refresh_token: await write(refreshToken, refreshToken),
    id_token: await write(idToken, idToken),
    expires_at: expiresAt ?? undefined,
    scope: scope?.join(" "),
    token_type: tokenType as Lowercase<string> | undefined,
  };
}

/** Seconds. No refresh token that is never used lives longer. */
const KEPT = 400 * 86_400;

/** Keeps tokens in the store, by user and provider. */
function createStoreKeeper(ctx: ProviderContext): TokenKeeper {
  const { settings: { keyring }, effects: { store }, now } = ctx;
  return {
    find: async ({ userId, provider, account }) => {
      const keys = await toStoreKeys(ctx.settings, userId, provider);
      const texts = await store.get(keys);
      const text = texts.find((one) => one !== null) ?? null;
      const entry = text === null ? null : parseEntry(text);
      if (entry === null) return null;
      const { providerAccountId } = entry;
      if (account !== undefined && account !== providerAccountId) return null;
      const owner = { userId, provider, providerAccountId };
      const value = await openText(ctx, owner, entry.text);
      return value === null
        ? null
        : { owner, record: value as TokenRecord, text };
    },
    save: async (owner, record, before) => {
      const { userId, provider, providerAccountId } = owner;
      const [key = ""] = await toStoreKeys(ctx.settings, userId, provider);
      const text = await sealFor(keyring, owner, { value: record, now });
      const entry = JSON.stringify([providerAccountId, text]);
      const known = before?.text ?? null;
      if (known === null) await store.set(key, entry, KEPT);
      else await store.compareAndSet(key, known, entry, KEPT);
    },
    remove: async ({ userId, provider }) => {
      const keys = await toStoreKeys(ctx.settings, userId, provider);
      for (const key of keys) await store.delete(key);
    },
  };
}

function parseEntry(
  text: string,
): { readonly providerAccountId: string; readonly text: string } | null {
  try {
    const [providerAccountId, sealed] = JSON.parse(text) as unknown[];
    return typeof providerAccountId === "string" && typeof sealed === "string"
      ? { providerAccountId, text: sealed }
      : null;
  } catch {
    return null;
  }
}

/** Names the entry of a user without naming the user: one key for each secret, newest first. */
async function toStoreKeys(
  { keyring }: Settings,
  userId: string,
  provider: string,
): Promise<readonly string[]> {
  const text = JSON.stringify(["tokens", userId, provider]);
  return (await findNames(keyring, text)).map((name) => `tokens:${name}`);
}
