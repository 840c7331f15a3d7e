import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  formRequest,
  idOf,
  page,
  type QwikSite,
  readPage,
  submitRequest,
} from "./qwik_testkit.ts";

/** A site with a current user, whose provider may be asked for a calendar. */
async function createConnectSite(): Promise<QwikSite & { cookie: string }> {
  const site = await createQwikApp({
    routes: { "/": [page()], "/account": [page()] },
    config: { store: createMemoryStore(), tokens: { providers: ["op"] } },
  });
  const providers = [site.op.provider({ connectScopes: ["calendar"] })];
  Object.assign(site.config, { providers });
  const choice = await site.browser.goto(`${app}/auth/signin`);
  await site.browser.submit(choice, { action: "/auth/signin/op" });
  return { ...site, cookie: site.browser.cookieHeader(`${app}/`) };
}

const fields = { providerId: "op", scope: "calendar" };

describe("useConnect", () => {
  it("useConnect asks for the scope and leads back to the form's page, with JavaScript and without it", async () => {
    const { browser, cookie, ...site } = await createConnectSite();
    const { useConnect } = site.auth;
    const script = await site.fetch(
      submitRequest("/account", useConnect, fields, { cookie }),
    );
    const asked = new URL(script.headers.get("location") ?? "");
    assert.equal(
      asked.searchParams.get("scope"),
      "openid profile email calendar",
    );
    const plain = await site.fetch(
      formRequest("/account", useConnect, fields, { cookie }),
    );
    assert.equal(plain.status, 200);
    assert.ok((await plain.text()).includes(`${site.op.issuer}/authorize?`));
    for (const set of script.headers.getSetCookie()) {
      browser.setCookie(app, set);
    }
    const done = await browser.goto(asked.href);
    assert.equal(done.url, `${app}/account`);
    const headers = { cookie: browser.cookieHeader(`${app}/`) };
    const token = await createAuth(site.config).getAccessToken(
      new Request(app, { headers }),
      "op",
      { scope: ["calendar"] },
    );
    assert.ok(token.scope?.includes("calendar"));
  });

  it("useConnect returns a refusal as data", async () => {
    const { cookie, ...site } = await createConnectSite();
    const { useConnect } = site.auth;
    const ask = async (
      more: Readonly<Record<string, string>>,
      headers: Record<string, string>,
    ) => {
      const form = { ...fields, ...more };
      const response = await site.fetch(
        formRequest("/account", useConnect, form, headers),
      );
      const { loaders } = readPage(await response.text());
      assert.match(response.headers.get("cache-control") ?? "", /no-store/);
      const result = loaders[idOf(useConnect)] as Record<string, unknown>;
      return [response.status, result.failed, result.type];
    };
    const refusals = [
      await ask({}, {}),
      await ask({ scope: "mail" }, { cookie }),
      await ask({ providerId: "" }, { cookie }),
    ];
    assert.deepEqual(refusals, [
      [401, true, "SignInRequired"],
      [400, true, "InvalidRequest"],
      [400, true, undefined],
    ]);
  });
});
