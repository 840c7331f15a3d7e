import type { VerificationToken } from "../../core/model/adapter.ts";
import type { SessionStorage } from "../split.ts";
import { type Connection, toText } from "./connection.ts";

/** The methods for mail links. */
export type TokenMethods = Required<
  Pick<SessionStorage, "createVerificationToken" | "useVerificationToken">
>;

/**
 * Mail links: `verification:`, address and token → the expiry. GETDEL makes a
 * token single-use.
 */
export function createTokenMethods(
  { send }: Connection,
  prefix: string,
): TokenMethods {
  // The length marks where the address ends, whatever it contains.
  const toKey = (
    { identifier, token }: Pick<VerificationToken, "identifier" | "token">,
  ) => `${prefix}verification:${identifier.length}:${identifier}:${token}`;
  return {
    createVerificationToken: async (record) => {
      const key = toKey(record);
      const end = record.expires.getTime();
      const life = ["PXAT", String(Math.max(end, 1))];
      await send(key, ["SET", key, String(end), ...life]);
      return record;
    },
    useVerificationToken: async ({ identifier, token }) => {
      const key = toKey({ identifier, token });
      const end = toText(await send(key, ["GETDEL", key]));
      if (end === null) return null;
      return { identifier, token, expires: new Date(Number(end)) };
    },
  };
}
