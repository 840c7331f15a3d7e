import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  formRequest,
  idOf,
  type QwikSite,
  submitRequest,
} from "./qwik_testkit.ts";

const malformed = ["//", "http://%", "https://[::1", "https://a:99999/", "/\\"];

/**
 * A site with a strict `redirect` callback, and the URLs that were passed to
 * it.
 */
async function createStrictSite(): Promise<[QwikSite, string[]]> {
  const asked: string[] = [];
  const redirect: NonNullable<AuthConfig["callbacks"]>["redirect"] = (
    { url, baseUrl },
  ) => {
    asked.push(url);
    return new URL(url, baseUrl).href;
  };
  return [await createQwikApp({ config: { callbacks: { redirect } } }), asked];
}

async function isSignedIn({ browser }: QwikSite): Promise<boolean> {
  return await (await browser.fetch(`${app}/auth/session`)).json() !== null;
}

function toCookies({ browser }: QwikSite): Record<string, string> {
  return { cookie: browser.cookieHeader(app) };
}

describe("a redirectTo that is not a URL", () => {
  it("a visitor can sign out with it, with and without a script", async () => {
    for (const redirectTo of [...malformed, 7, ["/x"], { a: "/x" }]) {
      const [site, asked] = await createStrictSite();
      const { useSignOut } = site.auth;
      for (const isScript of [false, true]) {
        await site.browser.submit(
          await site.browser.goto(`${app}/auth/signin`),
        );
        assert.ok(await isSignedIn(site));
        asked.length = 0;
        const cookies = toCookies(site);
        const fields = { redirectTo: String(redirectTo) };
        const response = await site.fetch(
          isScript
            ? submitRequest("/", useSignOut, { redirectTo }, cookies)
            : formRequest("/", useSignOut, fields, cookies),
        );
        assert.ok(response.status < 400, `${response.status} ${redirectTo}`);
        assert.equal(await isSignedIn(site), false, String(redirectTo));
        assert.equal(asked.length, 1);
      }
    }
  });

  it("a visitor can sign in with it, and with such a callbackUrl of the page", async () => {
    for (const target of malformed) {
      const [site, asked] = await createStrictSite();
      const { useSignIn } = site.auth;
      const input = { providerId: "op", redirectTo: target };
      const named = await site.fetch(formRequest("/", useSignIn, input));
      const page = new URL(`${app}/?qaction=${idOf(useSignIn)}`);
      page.searchParams.set("callbackUrl", target);
      const form = formRequest("/", useSignIn, { providerId: "op" });
      const told = await site.fetch(new Request(page, form));
      for (const { status, headers } of [named, told]) {
        assert.ok(status < 400, `${status} ${target}`);
        const location = headers.get("location") ?? "";
        assert.ok(
          status === 200 || location.startsWith(site.op.origin),
          location,
        );
        assert.match(headers.getSetCookie().join(), /latchkey\.attempt/);
      }
      assert.deepEqual(asked, [app, app]);
    }
  });
});
