import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toBase64url } from "../core/crypto/base64url.ts";
import { createDataKeys } from "./better-auth/data.ts";
import { sign } from "./better-auth/signed.ts";

const secret = "a secret that is as long as it has to be";
const NOON = Date.UTC(2026, 5, 15, 12);

/** Makes a `session_data` cookie in the compact form, as Better Auth does. */
async function makeCompact(expiresAt: unknown): Promise<string> {
  const session = { session: { id: "s" }, user: { id: "u" } };
  const signed = JSON.stringify({ ...session, expiresAt });
  const signature = toBase64url(await sign(signed, secret));
  const text = JSON.stringify({ session, expiresAt, signature });
  return toBase64url(new TextEncoder().encode(text));
}

async function open(expiresAt: unknown): Promise<unknown> {
  const { openSession } = createDataKeys([secret]);
  return await openSession(await makeCompact(expiresAt), NOON);
}

describe("the compact form of a session_data cookie", () => {
  it("holds a session until it expires, and not at that moment", async () => {
    const session = { session: { id: "s" }, user: { id: "u" } };
    assert.deepEqual(await open(NOON + 1), session);
    assert.equal(await open(NOON), "expired");
    assert.equal(await open(NOON - 1), "expired");
  });

  it("is refused without an end, or with the end of another cookie", async () => {
    for (const end of [undefined, null, "soon", {}]) {
      assert.equal(await open(end), "malformed", String(end));
    }
    const text = await makeCompact(NOON - 1);
    const bytes = Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/")),
      (c) => c.charCodeAt(0),
    );
    const json = JSON.parse(new TextDecoder().decode(bytes));
    const later = JSON.stringify({ ...json, expiresAt: NOON + 1 });
    const forged = toBase64url(new TextEncoder().encode(later));
    const { openSession } = createDataKeys([secret]);
    assert.equal(await openSession(forged, NOON), "forged");
  });
});
