import type { AdapterAccount, AdapterTokens } from "../model/adapter.ts";
import { toStorable } from "../model/storable.ts";
import { mayBeOf } from "../providers/oauth/account_id.ts";
import type { ProviderContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import type { KeptTokens, TokenKeeper } from "./keeper.ts";
import {
  type AccessToken,
  type TokenOwner,
  type TokenRecord,
  toScopes,
} from "./record.ts";
import { isSealed, openKept, sealFor } from "./sealed.ts";

/** Keeps tokens in the columns of the account. */
export function createAdapterKeeper(ctx: ProviderContext): TokenKeeper {
  const adapter = toAdapter(ctx);
  return {
    find: async ({ userId, provider, account, onlyAccess = false }) => {
      const accounts = await adapter.listAccountsByUserId(userId);
      const resolved = ctx.settings.providers.get(provider);
      // Another tenant's server may have the same id here.
      const found = accounts.find((one) =>
        one.provider === provider &&
        (account === undefined || one.providerAccountId === account) &&
        (resolved === undefined || mayBeOf(resolved, one))
      );
      if (found === undefined) return null;
      return await openAccount(ctx, found, onlyAccess);
    },
    save: async (owner, record, before) => {
      const columns = await toColumns(ctx, owner, record);
      if (before !== null && !await isUnchanged(ctx, before)) return false;
      // A column that is left out would stay as it is.
      const isGone = record.refreshToken === null &&
        typeof before?.record.refreshToken === "string";
      const { provider, providerAccountId } = owner;
      await adapter.updateAccount({
        ...toStorable(columns),
        ...(isGone ? { refresh_token: "" } : {}),
        provider,
        providerAccountId,
      });
      return true;
    },
    remove: async (owner) => {
      if (await findAccount(ctx, owner) === undefined) return;
      const { provider, providerAccountId } = owner;
      // The ID token opens no API, and may be all that names the issuer.
      const empty = { access_token: "", refresh_token: "" };
      await adapter.updateAccount({ ...empty, provider, providerAccountId });
    },
  };
}

async function findAccount(
  ctx: ProviderContext,
  { userId, provider, providerAccountId }: TokenOwner,
): Promise<AdapterAccount | undefined> {
  const accounts = await toAdapter(ctx).listAccountsByUserId(userId);
  return accounts.find((one) =>
    one.provider === provider && one.providerAccountId === providerAccountId
  );
}

/** Whether an account still is the user's, with the tokens that were read. */
async function isUnchanged(
  ctx: ProviderContext,
  { owner, toStored: toKnown }: KeptTokens,
): Promise<boolean> {
  const now = await findAccount(ctx, owner);
  return now !== undefined && toStored(now) === toKnown();
}

/** Returns the tokens of an account as one text that changes with each of them. */
function toStored({ access_token, refresh_token, id_token }: AdapterAccount) {
  return JSON.stringify([access_token, refresh_token, id_token]);
}

/**
 * Reads the tokens of an account.
 *
 * @param onlyAccess whether only the access tokens are opened
 * @returns null if there are none, or they do not open
 */
export async function openAccount(
  ctx: ProviderContext,
  account: AdapterAccount,
  onlyAccess = false,
): Promise<KeptTokens | null> {
  const { access_token, refresh_token, id_token } = account;
  const access = await openColumn(ctx, account, access_token);
  if (onlyAccess) return toKeptTokens(account, [access, EMPTY, EMPTY]);
  return toKeptTokens(account, [
    access,
    await openColumn(ctx, account, refresh_token),
    await openColumn(ctx, account, id_token),
  ]);
}

/** A column of an account, opened. */
interface Column {
  readonly value: unknown;
  readonly seal: KeptTokens["seal"];
}

/** Stands for a column with nothing in it, and for one that is not opened. */
const EMPTY: Column = { value: null, seal: "current" };

async function openColumn(
  ctx: ProviderContext,
  { userId, provider, providerAccountId }: AdapterAccount,
  text: string | null | undefined,
): Promise<Column> {
  if (!text) return EMPTY;
  if (!isSealed(text)) return { value: text, seal: "none" };
  const owner = { userId, provider, providerAccountId };
  const opened = await openKept(ctx, owner, text);
  return opened === null ? EMPTY : {
    value: opened.value,
    seal: opened.outdated ? "outdated" : "current",
  };
}

function toKeptTokens(
  account: AdapterAccount,
  columns: readonly [Column, Column, Column],
): KeptTokens | null {
  const [access, refresh, id] = columns;
  const { userId, provider, providerAccountId } = account;
  const record = {
    access: toAccess(account, access.value),
    refreshToken: typeof refresh.value === "string" ? refresh.value : null,
    idToken: typeof id.value === "string" ? id.value : null,
  };
  if (record.access.length === 0 && record.refreshToken === null) return null;
  const worst = columns.find(({ seal }) => seal === "outdated") ??
    columns.find(({ seal }) => seal === "none");
  return {
    owner: { userId, provider, providerAccountId },
    record,
    seal: worst?.seal ?? "current",
    toStored: () => toStored(account),
  };
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
