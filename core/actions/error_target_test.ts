/** Where the error page leads. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth } from "@latchkey/auth";

const origin = "https://app.example";

/** Opens the error page; returns the URLs of its buttons. */
async function open(query: string): Promise<string[]> {
  const answer = await Auth(
    new Request(`${origin}/auth/error?${query}`, {
      headers: { accept: "text/html" },
    }),
    {
      secret: "a random text of at least 32 characters",
      origin,
      providers: [],
    },
  );
  const links = (await answer.text()).matchAll(
    /class="b[^"]*" href="([^"]*)"/g,
  );
  return [...links].map(([, url = ""]) => url);
}

const target = encodeURIComponent(`${origin}/invoices`);
const retry = `${origin}/auth/signin?callbackUrl=${target}`;

describe("the error page", () => {
  for (
    const type of ["StoreError", "AdapterError", "RateLimited"]
  ) {
    it(`another try keeps the target: ${type}`, async () => {
      const urls = await open(`error=${type}&callbackUrl=/invoices`);
      assert.deepEqual(urls, [retry, `${origin}/`]);
    });
  }

  it("after a refused account, it leads to another one with the target kept", async () => {
    const urls = await open("error=AccessDenied&callbackUrl=/invoices");
    const another = `${origin}/auth/signin?another=1&callbackUrl=${target}`;
    assert.deepEqual(urls, [another.replace("&", "&amp;"), `${origin}/`]);
  });

  it("where signing in again would not help, it leads to the site", async () => {
    const urls = await open("error=Configuration&callbackUrl=/invoices");
    assert.deepEqual(urls, [`${origin}/`]);
  });

  it("a user who was signed in goes back to where they were", async () => {
    const urls = await open("error=LastAccount&callbackUrl=/account");
    assert.deepEqual(urls, [`${origin}/account`]);
  });

  it("a target of another site is left out", async () => {
    const urls = await open(
      "error=StoreError&callbackUrl=https://evil.example/",
    );
    assert.deepEqual(urls, [`${origin}/auth/signin`, `${origin}/`]);
  });
});
