import type {
  UserSecretKind,
  UserSecrets,
} from "../../core/model/user_secret.ts";
import { assertFits, type Place, read, retry } from "./place.ts";

/** The kinds of secrets, which go with their user. */
export const SECRETS: readonly UserSecretKind[] = [
  "password",
  "factors",
  "tokens",
];

/** Secrets of users: `secret`, user id, kind → the text. */
export function createSecretMethods(place: Place): Required<UserSecrets> {
  const { at, kv } = place;
  return {
    getSecret: async (userId, kind) =>
      (await read<string>(place, at("secret", userId, kind))).value,
    replaceSecret: async ({ userId, kind, before, after }) =>
      await retry(async () => {
        const user = await read<object>(place, at("user", userId));
        const found = await read<string>(place, at("secret", userId, kind));
        if (user.value === null || found.value !== before) {
          return { value: false };
        }
        if (after !== null) assertFits("secret", { [kind]: after });
        const checked = kv.atomic().check(user).check(found);
        const writes = after === null
          ? checked.delete(found.key)
          : checked.set(found.key, after);
        return (await writes.commit()).ok ? { value: true } : null;
      }),
  };
}
