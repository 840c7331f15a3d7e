/**
 * Users, accounts, sessions and a store in Deno KV.
 *
 * Needs Deno with `--unstable-kv`, or `"unstable": ["kv"]` in deno.json.
 *
 * @module
 */

import type { AuditTable } from "../core/model/audit_record.ts";
import type { Adapter } from "../core/model/adapter.ts";
import type { Store } from "../core/model/store.ts";
import { createAccountMethods } from "./deno_kv/accounts.ts";
import { createAuthenticatorMethods } from "./deno_kv/authenticators.ts";
import type { DenoKv, Place } from "./deno_kv/place.ts";
import { createSecretMethods } from "./deno_kv/secrets.ts";
import { createSessionMethods } from "./deno_kv/sessions.ts";
import { createStoreMethods } from "./deno_kv/store.ts";
import { createTokenMethods } from "./deno_kv/tokens.ts";
import { createUserMethods } from "./deno_kv/users.ts";
import type { SessionStorage } from "./split.ts";

export type { DenoKv, DenoKvAtomic, DenoKvEntry } from "./deno_kv/place.ts";

/** Options of {@link createDenoKvAdapter} and {@link createDenoKvStore}. */
export interface DenoKvOptions {
  /** The prefix of every key. Default: `["latchkey"]`. */
  prefix?: readonly string[] | undefined;
}

/**
 * All methods except `deleteExpired`, because Deno KV removes expired entries by
 * itself; `listSessionPage`, since it has no order by time; and those of the
 * audit trail.
 */
export type DenoKvAdapter =
  & Required<
    Omit<Adapter, "deleteExpired" | "listSessionPage" | keyof AuditTable>
  >
  & Pick<SessionStorage, "getSession">;

/**
 * Creates an adapter that keeps everything in Deno KV. Related records are
 * written in one atomic operation; a write that loses to concurrent writes is
 * retried up to 64 times, then it throws. A value holds at most 64 KiB: an
 * account with larger tokens throws an error that says so.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createDenoKvAdapter } from "@latchkey/auth/adapters/deno-kv";
 *
 * using kv = await Deno.openKv(":memory:");
 * const adapter = createDenoKvAdapter(kv);
 * assert.equal(await adapter.getUserByEmail("nobody@example.com"), null);
 * ```
 */
export function createDenoKvAdapter(
  kv: DenoKv,
  options: DenoKvOptions = {},
): DenoKvAdapter {
  const place = toPlace(kv, options);
  return {
    hashedTokens: true,
    sessionDetails: true,
    ...createUserMethods(place),
    ...createAccountMethods(place),
    ...createSessionMethods(place),
    ...createTokenMethods(place),
    ...createAuthenticatorMethods(place),
    ...createSecretMethods(place),
  };
}

/**
 * Creates a {@link Store} in Deno KV, which several processes can share.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createDenoKvStore } from "@latchkey/auth/adapters/deno-kv";
 *
 * using kv = await Deno.openKv(":memory:");
 * const store = createDenoKvStore(kv);
 * await store.set("key", "value", 60);
 * assert.deepEqual(await store.get(["key", "other"]), ["value", null]);
 * ```
 */
export function createDenoKvStore(
  kv: DenoKv,
  options: DenoKvOptions = {},
): Store {
  return createStoreMethods(toPlace(kv, options));
}

function toPlace(kv: DenoKv, options: DenoKvOptions): Place {
  const prefix = options.prefix ?? ["latchkey"];
  return { kv, at: (...parts) => [...prefix, ...parts] };
}
