/**
 * Shared by the tests of the bridges over express-session: a store in memory,
 * and signed cookies.
 */

import { createHmac } from "node:crypto";
import type { ConnectStore } from "@latchkey/auth/migrate/express-session";

/** The secret of the old application. */
export const secret = "fake-express-session-secret-for-vectors";
/** The id of the session in the test vector. */
export const ID = "fake-session-id-0001";
/** The value of its cookie, as express-session signed it. */
export const X1 =
  "s%3Afake-session-id-0001.%2BKtDCqton6uMjY57ECx2tpgE5XUioEtx%2BhSdtgJMT%2FI";
/** Its row, as connect-redis wrote it. */
export const ROW =
  '{"cookie":{"originalMaxAge":86400000,"expires":"2026-11-23T05:11:28.250Z","httpOnly":true,"path":"/"},"passport":{"user":42},"cart":[1]}';

/** Signs an id as express-session does. */
export function signId(id: string, key: string = secret): string {
  const code = createHmac("sha256", key).update(id).digest("base64");
  return encodeURIComponent(`s:${id}.${code.replace(/=+$/, "")}`);
}

/** Creates a store with these rows, as JSON, by id. */
export function createRows(
  rows: Readonly<Record<string, string>> = { [ID]: ROW },
): ConnectStore & { readonly rows: Map<string, string> } {
  const known = new Map(Object.entries(rows));
  return {
    rows: known,
    get: (id, callback) => {
      const text = known.get(id);
      callback(null, text === undefined ? undefined : JSON.parse(text));
    },
    destroy: (id, callback) => {
      known.delete(id);
      callback();
    },
  };
}
