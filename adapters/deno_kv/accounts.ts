import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterTokens,
} from "../../core/model/adapter.ts";
import {
  assertFits,
  type DenoKvAtomic,
  type Place,
  read,
  readMany,
  retry,
} from "./place.ts";

/** The account methods. */
export type AccountMethods = Required<
  Pick<
    Adapter,
    | "linkAccount"
    | "unlinkAccount"
    | "getAccount"
    | "updateAccount"
    | "listAccountsByUserId"
    | "listAccounts"
    | "unlinkAccountUnlessLast"
  >
>;

/**
 * Accounts: `account`, provider, id → the record; `accounts`, user id → the
 * keys of the user's accounts in one value, so that the check for the last
 * account and the removal are one atomic operation.
 */
export function createAccountMethods(place: Place): AccountMethods {
  return {
    linkAccount: (account) => linkAccount(place, account),
    getAccount: async (providerAccountId, provider) =>
      (await readAccount(place, { provider, providerAccountId })).value,
    listAccountsByUserId: async (userId) => {
      const keys = await read<AccountKey[]>(
        place,
        place.at("accounts", userId),
      );
      const accounts = await readMany<AdapterAccount>(
        place,
        (keys.value ?? []).map((key) => toKey(place, key)),
      );
      return accounts.filter((account) => account !== null);
    },
    listAccounts: (after, limit) => listAccounts(place, after, limit),
    updateAccount: (changes) => updateAccount(place, changes),
    unlinkAccount: async (key) => {
      await unlink(place, key, () => true);
    },
    unlinkAccountUnlessLast: ({ userId, ...key }) =>
      unlink(
        place,
        key,
        (account, count) => account.userId === userId && count > 1,
      ),
  };
}

/** Adds the writes of an account that must not exist yet. */
export function setAccount(
  place: Place,
  writes: DenoKvAtomic,
  account: AdapterAccount,
): DenoKvAtomic {
  assertFits("account", account);
  const key = toKey(place, account);
  return writes.check({ key, versionstamp: null }).set(key, account);
}

function toKey(
  { at }: Place,
  { provider, providerAccountId }: AccountKey,
): readonly string[] {
  return at("account", provider, providerAccountId);
}

async function readAccount(place: Place, key: AccountKey) {
  return await read<AdapterAccount>(place, toKey(place, key));
}

async function linkAccount(
  place: Place,
  account: AdapterAccount,
): Promise<void> {
  const { userId, provider, providerAccountId } = account;
  await retry(async () => {
    const user = await read<object>(place, place.at("user", userId));
    const list = await read<AccountKey[]>(place, place.at("accounts", userId));
    const { versionstamp } = await readAccount(place, account);
    if (versionstamp !== null) {
      throw new Error("Deno KV: the account is linked");
    }
    if (user.value === null) throw new Error("Deno KV: no such user");
    const keys = [...list.value ?? [], { provider, providerAccountId }];
    const writes = setAccount(place, place.kv.atomic(), account)
      .check(user).check(list).set(list.key, keys);
    return (await writes.commit()).ok ? { value: null } : null;
  });
}

async function updateAccount(
  place: Place,
  changes: AccountKey & AdapterTokens,
): Promise<void> {
  const given = Object.entries(changes)
    .filter(([, value]) => value !== undefined);
  await retry(async () => {
    const found = await readAccount(place, changes);
    if (found.value === null) return { value: null };
    const account = { ...found.value, ...Object.fromEntries(given) };
    assertFits("account", account);
    const writes = place.kv.atomic().check(found).set(found.key, account);
    return (await writes.commit()).ok ? { value: null } : null;
  });
}

async function listAccounts(
  place: Place,
  after: AccountKey | null,
  limit: number,
): Promise<AdapterAccount[]> {
  const prefix = place.at("account");
  const selector = after === null
    ? { prefix }
    : { prefix, start: toKey(place, after) };
  const accounts: AdapterAccount[] = [];
  for await (const { value } of place.kv.list(selector)) {
    if (accounts.length === limit) break;
    // Only this library writes below its prefix.
    const account = value as AdapterAccount;
    const isSame = account.provider === after?.provider &&
      account.providerAccountId === after.providerAccountId;
    if (!isSame) accounts.push(account);
  }
  return accounts;
}

/** Removes an account if it may be removed, and returns whether it was. */
async function unlink(
  place: Place,
  key: AccountKey,
  mayGo: (account: AdapterAccount, count: number) => boolean,
): Promise<boolean> {
  return await retry(async () => {
    const found = await readAccount(place, key);
    if (found.value === null) return { value: false };
    const { userId, provider, providerAccountId } = found.value;
    const list = await read<AccountKey[]>(place, place.at("accounts", userId));
    const keys = list.value ?? [];
    const kept = keys.filter((one) =>
      one.provider !== provider || one.providerAccountId !== providerAccountId
    );
    if (!mayGo(found.value, keys.length)) return { value: false };
    const writes = place.kv.atomic().check(found).check(list)
      .delete(found.key).set(list.key, kept);
    return (await writes.commit()).ok ? { value: true } : null;
  });
}
