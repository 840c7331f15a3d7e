import type { Adapter, VerificationToken } from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import { type Place, read, retry, toLifetime } from "./place.ts";

/** The methods for mail links. */
export type TokenMethods = Required<
  Pick<Adapter, "createVerificationToken" | "useVerificationToken">
>;

/** Mail links: `verification`, address, token → the record. */
export function createTokenMethods({ kv, at }: Place): TokenMethods {
  return {
    createVerificationToken: async (record) => {
      const { identifier, token, expires } = record;
      await kv.atomic().set(
        at("verification", identifier, token),
        record,
        toLifetime(expires.getTime()),
      ).commit();
      return record;
    },
    useVerificationToken: async ({ identifier, token }) =>
      await retry(async () => {
        const found = await read<VerificationToken>(
          { kv, at },
          at("verification", identifier, token),
        );
        const { value } = found;
        if (value === null || !(value.expires.getTime() > readClock())) {
          return { value: null };
        }
        // The version check makes it single-use: of two readers, only one
        // removes it.
        const { ok } = await kv.atomic().check(found).delete(found.key)
          .commit();
        return ok ? { value } : null;
      }),
  };
}
