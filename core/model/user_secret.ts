import type { Awaitable } from "./model.ts";

/**
 * What an adapter with the capability `passwords` stores of a user: the hash of
 * the password; the second factors and recovery codes, sealed; or the personal
 * tokens, whose secrets are hashed. Each is a text of the library's own, of at
 * most 60,000 characters of ASCII.
 */
export type UserSecretKind = "password" | "factors" | "tokens";

/** A change to a secret of a user. */
export interface UserSecretChange {
  /** Id of the user. */
  userId: string;
  /** Which of the user's secrets. */
  kind: UserSecretKind;
  /** The text that is stored now; null: none. */
  before: string | null;
  /** The text to store in its place; null removes it. */
  after: string | null;
}

/**
 * The capability `passwords` of an adapter: both methods, or neither.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import type { Adapter } from "@latchkey/auth";
 *
 * const db = new DatabaseSync(":memory:");
 * db.exec("CREATE TABLE users (id text PRIMARY KEY, password text, factors text, tokens text)");
 *
 * const secrets: Pick<Required<Adapter>, "getSecret" | "replaceSecret"> = {
 *   getSecret: (id, kind) => {
 *     const row = db.prepare(`SELECT ${kind} FROM users WHERE id = ?`).get(id);
 *     return row?.[kind] as string | undefined ?? null;
 *   },
 *   replaceSecret: ({ userId, kind, before, after }) =>
 *     db.prepare(`UPDATE users SET ${kind} = ? WHERE id = ? AND ${kind} IS ?`)
 *       .run(after, userId, before).changes === 1,
 * };
 *
 * db.exec("INSERT INTO users (id) VALUES ('7')");
 * const change = { userId: "7", kind: "password", before: null } as const;
 * assert.equal(await secrets.replaceSecret({ ...change, after: "a hash" }), true);
 * assert.equal(await secrets.replaceSecret({ ...change, after: "another" }), false);
 * assert.equal(await secrets.getSecret("7", "password"), "a hash");
 * ```
 */
export interface UserSecrets {
  /**
   * Returns a secret of a user; null if there is none, or no such user. The id
   * may be any text, since personal tokens name their user.
   */
  getSecret?(
    userId: string,
    kind: UserSecretKind,
  ): Awaitable<string | null>;
  /**
   * Replaces a secret of a user if it still is `before`, atomically. Returns
   * false, and changes nothing, if it is another one by now, or if there is no
   * such user. Texts are compared exactly, with capital letters.
   *
   * Whether a call that throws, or takes longer than five seconds, has changed
   * something is unknown, and one that is late may still do so. Calling again
   * with the same `before` is safe: the second call changes nothing if the first
   * one has, and returns false. Only `getSecret` tells which text is stored.
   */
  replaceSecret?(change: UserSecretChange): Awaitable<boolean>;
}
