import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import Credentials from "@latchkey/auth/providers/credentials";
import { createBrowser, createTestSecret } from "@latchkey/auth/testing";

const app = "https://app.example";

/** Guesses until the limit for one account answers; returns the number of guesses. */
async function guess(secret: string): Promise<number> {
  const auth = createAuth({
    secret,
    origin: app,
    logger: { error() {}, warn() {} },
    providers: [
      Credentials({
        credentials: { email: {}, password: { type: "password" } },
        authorize: () => null,
      }),
    ],
  });
  const browser = createBrowser({ [app]: (request) => auth.handler(request) });
  const csrf = await (await browser.fetch(`${app}/auth/csrf`)).json();
  for (let i = 0; i < 20; i++) {
    const response = await browser.fetch(`${app}/auth/callback/credentials`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify({
        ...csrf,
        email: "ada@example.com",
        password: `${i}`,
      }),
    });
    if (response.status === 429) return i;
    assert.equal(response.status, 401);
  }
  return Infinity;
}

describe("the secret of an instance under test", () => {
  it("keeps the limits of one test from another", async () => {
    const shared = createTestSecret();
    const first = await guess(shared);
    assert.ok(first > 0 && first < 20);
    assert.equal(await guess(shared), 0);
    assert.equal(await guess(createTestSecret()), first);
  });
});
