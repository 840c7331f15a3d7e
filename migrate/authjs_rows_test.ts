import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Adapter } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { SessionContext } from "../core/request/context.ts";
import { hash } from "../core/crypto/hash.ts";
import { openRow } from "./authjs/rows.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

/** Opens what a cookie holds, with a row of this token that has no `createdAt`. */
async function open(cookie: string, stored: string, hashedTokens: boolean) {
  const user = { id: "1", email: "ada@example.com", emailVerified: null };
  const adapter: Adapter = {
    ...createMemoryAdapter(),
    hashedTokens: hashedTokens || undefined,
    getSessionAndUser: (sessionToken) =>
      sessionToken === stored
        ? {
          session: { sessionToken, userId: "1", expires: new Date(NOON + 1) },
          user,
        }
        : null,
  };
  // Of the context, only the adapter and the moment are read.
  const ctx = { effects: { adapter: null }, now: NOON } as SessionContext;
  return await openRow(cookie, ctx, { adapter });
}

describe("a row of Auth.js' table", () => {
  it("is opened by its token, and by no hash that was read from the table", async () => {
    const old = crypto.randomUUID();
    assert.equal((await open(old, old, true)).kind, "session");
    const hashed = await hash("a token of this library");
    assert.deepEqual(await open(hashed, hashed, true), {
      kind: "refused",
      reason: "forged",
    });
    // An adapter that hashes nothing has no such rows.
    assert.equal((await open(hashed, hashed, false)).kind, "session");
  });
});
