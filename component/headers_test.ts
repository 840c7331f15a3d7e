import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { ComponentEvent } from "@latchkey/auth/component";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, entry, page, type QwikSite } from "./qwik_testkit.ts";

/**
 * A page whose handler calls a function of `createAuth` that returns headers.
 */
async function createTokenSite(): Promise<QwikSite> {
  const handler = page({
    onRequest: async (ev: ComponentEvent) => {
      const auth = createAuth(site.config);
      const { headers } = await auth.csrfToken(ev.request);
      entry.addHeaders(ev, headers);
      const more = new Headers({ "x-more": "1", vary: "Cookie" });
      more.append("set-cookie", "own=a=b; Path=/x; Secure");
      entry.addHeaders(ev, more);
    },
  });
  const site = await createQwikApp({ routes: { "/": [handler] } });
  return site;
}

describe("addHeaders", () => {
  it("addHeaders adds each cookie as its own header, with its attributes", async () => {
    const site = await createTokenSite();
    const { headers } = await site.fetch(new Request(`${app}/`));
    const [token, own] = headers.getSetCookie();
    assert.match(
      token ?? "",
      /^__Host-latchkey\.csrf=[\w.-]+; (?=.*Path=\/)(?=.*HttpOnly)(?=.*Secure)/,
    );
    assert.equal(own, "own=a=b; Path=/x; Secure");
    assert.equal(headers.get("x-more"), "1");
  });

  it("addHeaders keeps the response out of caches, and says once which headers it varies with", async () => {
    const site = await createTokenSite();
    const { headers } = await site.fetch(new Request(`${app}/`));
    assert.match(headers.get("cache-control") ?? "", /no-store/);
    assert.equal(headers.get("vary"), "Cookie");
  });

  it("addHeaders does nothing once the response has begun", () => {
    const headers = new Headers();
    const ev = { headersSent: true, headers } as ComponentEvent;
    entry.addHeaders(ev, new Headers({ "x-more": "1" }));
    assert.equal(headers.get("x-more"), null);
  });
});
