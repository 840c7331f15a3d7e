import { toSmall } from "../../core/model/email_address.ts";
import type {
  AccountKey,
  Adapter,
  AdapterUser,
  NewUserRecords,
} from "../../core/model/adapter.ts";
import { setAccount } from "./accounts.ts";
import { listNames, type Place, read, removeAll, retry } from "./place.ts";
import { assertFits, type DenoKvAtomic } from "./place.ts";
import { SECRETS } from "./secrets.ts";
import { setSession } from "./sessions.ts";

/** The user methods. */
export type UserMethods = Required<
  Pick<
    Adapter,
    | "createUser"
    | "getUser"
    | "getUserByEmail"
    | "getUserByAccount"
    | "updateUser"
    | "deleteUser"
    | "createUserWithAccount"
  >
>;

/**
 * Users: `user`, id → the record; `email`, address in lower case → id. Both are
 * written together, so an address belongs to one user.
 */
export function createUserMethods(place: Place): UserMethods {
  const getUser = async (id: string): Promise<AdapterUser | null> =>
    (await read<AdapterUser>(place, place.at("user", id))).value;
  return {
    getUser,
    getUserByEmail: async (email) => {
      for (const key of toAddressKeys(place, email)) {
        const id = await read<string>(place, key);
        const user = id.value === null ? null : await getUser(id.value);
        // Between the two reads the address may have moved to another user.
        if (toSmall(user?.email ?? "") === toSmall(email)) return user;
      }
      return null;
    },
    getUserByAccount: async ({ provider, providerAccountId }) => {
      const key = place.at("account", provider, providerAccountId);
      const account = await read<{ userId: string }>(place, key);
      return account.value === null
        ? null
        : await getUser(account.value.userId);
    },
    createUser: async (given) => {
      const user = withId(given);
      const { ok } = await setUser(place, place.kv.atomic(), user).commit();
      if (!ok) throw new Error("Deno KV: the user's id or address is taken");
      return user;
    },
    createUserWithAccount: (records) => createWithAccount(place, records),
    updateUser: (changes) => updateUser(place, changes),
    deleteUser: (id) => deleteUser(place, id),
  };
}

/**
 * Adds an id: the library always sets one; other callers of the adapter need
 * not.
 */
function withId(user: AdapterUser): AdapterUser {
  const id: string | undefined = user.id;
  return { ...user, id: id ?? crypto.randomUUID() };
}

function setUser(
  { at }: Place,
  writes: DenoKvAtomic,
  user: AdapterUser,
): DenoKvAtomic {
  assertFits("user", user);
  const key = at("user", user.id);
  const all = writes.check({ key, versionstamp: null }).set(key, user);
  if (!user.email) return all;
  const address = at("email", toSmall(user.email));
  return all.check({ key: address, versionstamp: null }).set(address, user.id);
}

async function createWithAccount(
  place: Place,
  { user: given, account, session }: NewUserRecords,
): Promise<AdapterUser> {
  const user = withId(given);
  const writes = setUser(place, place.kv.atomic(), user);
  setAccount(place, writes, { ...account, userId: user.id });
  const { provider, providerAccountId } = account;
  writes.set(place.at("accounts", user.id), [{ provider, providerAccountId }]);
  if (session !== null) {
    setSession(place, writes, { ...session, userId: user.id });
  }
  const { ok } = await writes.commit();
  if (ok) return user;
  throw new Error(
    "Deno KV: the user's id or address, the account or the session token is taken",
  );
}

async function updateUser(
  place: Place,
  changes: Partial<AdapterUser> & Pick<AdapterUser, "id">,
): Promise<AdapterUser> {
  const given = Object.entries(changes)
    .filter(([, value]) => value !== undefined);
  return await retry(async () => {
    const found = await read<AdapterUser>(place, place.at("user", changes.id));
    if (found.value === null) throw new Error("Deno KV: no such user");
    const user: AdapterUser = { ...found.value, ...Object.fromEntries(given) };
    assertFits("user", user);
    const writes = place.kv.atomic().check(found).set(found.key, user);
    if (user.email !== found.value.email) {
      await moveAddress(place, writes, [found.value, user]);
    }
    return (await writes.commit()).ok ? { value: user } : null;
  });
}

/**
 * Returns the keys under which an address may be: in lower case, or as it was
 * written by a version that did not fold it.
 */
function toAddressKeys(
  { at }: Place,
  email: string,
): readonly (readonly string[])[] {
  const small = toSmall(email);
  return [...new Set([small, email])].map((one) => at("email", one));
}

/** Removes the entries of a user's address; another spelling may be another user's. */
async function removeAddress(
  place: Place,
  writes: DenoKvAtomic,
  { id, email }: AdapterUser,
): Promise<void> {
  if (!email) return;
  for (const key of toAddressKeys(place, email)) {
    const entry = await read<string>(place, key);
    if (entry.value === id) writes.delete(key);
  }
}

async function moveAddress(
  place: Place,
  writes: DenoKvAtomic,
  [before, after]: readonly [AdapterUser, AdapterUser],
): Promise<void> {
  await removeAddress(place, writes, before);
  if (!after.email) return;
  const key = place.at("email", toSmall(after.email));
  const address = await read<string>(place, key);
  if (address.value !== null && address.value !== after.id) {
    throw new Error("Deno KV: another user has this address");
  }
  writes.check(address).set(address.key, after.id);
}

/**
 * Deletes a user. Sessions and passkeys go first: an interrupted deletion can
 * be repeated as long as the user exists.
 */
async function deleteUser(
  place: Place,
  id: string,
): Promise<AdapterUser | null> {
  const { at, kv } = place;
  const children: (readonly string[])[] = [];
  for (const name of ["session", "authenticator"]) {
    const list = at(`user_${name}`, id);
    for (const child of await listNames(place, list)) {
      children.push(at(name, child), [...list, child]);
    }
  }
  await removeAll(place, children);
  return await retry(async () => {
    const user = await read<AdapterUser>(place, at("user", id));
    const accounts = await read<AccountKey[]>(place, at("accounts", id));
    if (user.value === null) return { value: null };
    const writes = kv.atomic().check(user).check(accounts)
      .delete(user.key).delete(accounts.key);
    for (const kind of SECRETS) writes.delete(at("secret", id, kind));
    await removeAddress(place, writes, user.value);
    for (const { provider, providerAccountId } of accounts.value ?? []) {
      writes.delete(at("account", provider, providerAccountId));
    }
    return (await writes.commit()).ok ? { value: user.value } : null;
  });
}
