import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createQwikApp, entry, page } from "./qwik_testkit.ts";

async function createGuarded(loads: () => void) {
  const layout = { onRequest: entry.requireSession() };
  return await createQwikApp({
    routes: { "/": [page()], "/private": [layout, page({ onGet: loads })] },
    config: { trustHost: ["app.example"] },
  });
}

function ask(path: string, accept: string): Request {
  return new Request(`https://evil.example${path}`, {
    headers: { accept, cookie: "__Host-latchkey.session=a" },
  });
}

describe("requireSession() for an untrusted host", () => {
  it("requireSession answers 400 as the auth routes do, and renders no page", async () => {
    let loads = 0;
    const site = await createGuarded(() => void loads++);
    for (
      const [accept, words] of [
        ["text/html", /can’t be reached at this address/],
        ["application/json", /"error":"UntrustedHost","code":null/],
      ] as const
    ) {
      for (const path of ["/private", "/auth/signin"]) {
        const response = await site.fetch(ask(path, accept));
        assert.equal(response.status, 400);
        assert.match(await response.text(), words);
        assert.match(response.headers.get("cache-control") ?? "", /no-store/);
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
    }
    assert.equal(loads, 0);
  });

  it("requireSession makes Qwik's script open the page", async () => {
    const site = await createGuarded(() => {});
    const response = await site.fetch(ask("/private/q-data.json", "*/*"));
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "");
  });
});
