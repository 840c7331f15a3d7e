import type { Adapter, VerificationToken } from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import { type Place, read, retry, toLifetime } from "./place.ts";

/** What the part about mail links does. */
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
        // The version makes it once: of two who read it, one removes it.
        const { ok } = await kv.atomic().check(found).delete(found.key)
          .commit();
        return ok ? { value } : null;
      }),
  };
}
