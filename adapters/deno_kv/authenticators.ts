import type {
  Adapter,
  AdapterAuthenticator,
} from "../../core/model/adapter.ts";
import { listNames, type Place, read, readMany, retry } from "./place.ts";

/** The passkey methods. */
export type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | "getAuthenticator"
    | "createAuthenticator"
    | "listAuthenticatorsByUserId"
    | "updateAuthenticatorCounter"
    | "updateAuthenticator"
    | "deleteAuthenticator"
  >
>;

type Changes = Parameters<AuthenticatorMethods["updateAuthenticator"]>[0];

/** Passkeys: `authenticator`, credential id → the record; `user_authenticator`, user id, credential id. */
export function createAuthenticatorMethods(place: Place): AuthenticatorMethods {
  const { at } = place;
  const find = async (id: string) =>
    await read<AdapterAuthenticator>(place, at("authenticator", id));
  return {
    getAuthenticator: async (id) => (await find(id)).value,
    createAuthenticator: (authenticator) => create(place, authenticator),
    listAuthenticatorsByUserId: async (userId) => {
      const ids = await listNames(place, at("user_authenticator", userId));
      const found = await readMany<AdapterAuthenticator>(
        place,
        ids.map((id) => at("authenticator", id)),
      );
      return found.filter((one) => one !== null);
    },
    updateAuthenticatorCounter: async (id, counter) =>
      await retry(async () => {
        const found = await find(id);
        if (found.value === null) throw new Error("Deno KV: no such passkey");
        const value = { ...found.value, counter };
        const { ok } = await place.kv.atomic().check(found)
          .set(found.key, value).commit();
        return ok ? { value } : null;
      }),
    updateAuthenticator: (changes) => update(place, changes),
    deleteAuthenticator: async ({ credentialID, userId }) =>
      await retry(async () => {
        const found = await find(credentialID);
        if (found.value?.userId !== userId) return { value: false };
        const { ok } = await place.kv.atomic().check(found).delete(found.key)
          .delete(at("user_authenticator", userId, credentialID)).commit();
        return ok ? { value: true } : null;
      }),
  };
}

async function create(
  place: Place,
  authenticator: AdapterAuthenticator,
): Promise<AdapterAuthenticator> {
  const { userId, credentialID } = authenticator;
  return await retry(async () => {
    const user = await read<object>(place, place.at("user", userId));
    const found = await read<object>(
      place,
      place.at("authenticator", credentialID),
    );
    if (user.value === null) throw new Error("Deno KV: no such user");
    if (found.value !== null) throw new Error("Deno KV: the passkey is stored");
    const { ok } = await place.kv.atomic().check(user).check(found)
      .set(found.key, authenticator)
      .set(place.at("user_authenticator", userId, credentialID), true)
      .commit();
    return ok ? { value: authenticator } : null;
  });
}

async function update(
  place: Place,
  { credentialID, userId, ...changes }: Changes,
): Promise<boolean> {
  const given = Object.entries(changes)
    .filter(([, value]) => value !== undefined);
  return await retry(async () => {
    const found = await read<AdapterAuthenticator>(
      place,
      place.at("authenticator", credentialID),
    );
    if (found.value?.userId !== userId) return { value: false };
    const value = { ...found.value, ...Object.fromEntries(given) };
    const { ok } = await place.kv.atomic().check(found)
      .set(found.key, value).commit();
    return ok ? { value: true } : null;
  });
}
