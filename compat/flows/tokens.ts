/** Tokens of providers and of users, and what else outlives a sign-in. */

import assert from "node:assert/strict";
import { type AnyFlow, toFlow } from "../flow.ts";
import { ORIGIN, readCookies, setClock, type SiteOptions } from "../site.ts";
import { readWho, ROUTES, signIn, toPerson, toRequest } from "../steps.ts";

/** The tokens of a provider are found, and renewed. */
function toTokenFlow(keep: "adapter" | "store" | "cookie"): AnyFlow {
  const options: SiteOptions = {
    session: { strategy: keep === "cookie" ? "jwt" : "database" },
    tokens: { providers: ["op"], keep },
  };
  return toFlow(`the tokens of a provider are found (${keep})`, {
    begin: async (site) => {
      const browser = await signIn(site, toPerson(`tokens-${keep}`));
      const { accessToken } = await site.auth
        .getAccessToken(toRequest(browser), "op");
      return { accessToken, cookies: readCookies(browser) };
    },
    goOn: async (site, { accessToken, cookies }) => {
      const browser = site.browse(cookies);
      const found = await site.auth.getAccessToken(toRequest(browser), "op");
      assert.equal(found.accessToken, accessToken);
    },
  }, options);
}

/** The flows of this file. */
export const tokens: Readonly<Record<string, AnyFlow>> = {
  tokensInAdapter: toTokenFlow("adapter"),
  tokensInStore: toTokenFlow("store"),
  tokensInCookie: toTokenFlow("cookie"),
  personalToken: toFlow("a personal token is accepted", {
    begin: async (site) => {
      const { id } = await readWho(await signIn(site, toPerson("script")));
      const wanted = { name: "Zoë’s laptop", scopes: ["files:read"] };
      const { token } = await site.auth.tokens.create(id, wanted);
      const revoked = await site.auth.tokens.create(id, wanted);
      await site.auth.tokens.revoke(id, revoked.id);
      return { id, token, revoked: revoked.token };
    },
    goOn: async ({ auth }, { id, token, revoked }) => {
      const access = await auth.tokens.verify(token);
      assert.deepEqual([access?.userId, access?.scopes], [id, ["files:read"]]);
      assert.equal(await auth.tokens.verify(revoked), null);
    },
  }),
  logoutHint: toFlow("a sign-out goes on to the provider", {
    begin: async (site) => readCookies(await signIn(site, toPerson("leaves"))),
    goOn: async (site, cookies) => {
      const browser = site.browse(cookies);
      const page = await browser.goto(`${ROUTES}/signout`);
      const stopAt = (url: string) => !url.startsWith(ORIGIN);
      const fields = { federated: "true" };
      const left = await browser.submit(page, { fields, stopAt });
      const url = new URL(left.pending ?? assert.fail("stays here"));
      const hint = url.searchParams.get("id_token_hint") ?? "";
      assert.equal(hint.split(".").length, 3);
    },
  }, { tokens: { providers: ["op"] } }),
  guardParams: toFlow("what a guard demands reaches the provider", {
    begin: async (site) => {
      const browser = site.browse();
      const { url } = await browser.goto(`${ORIGIN}/vault`);
      return { url, cookies: readCookies(browser) };
    },
    goOn: async (site, { url, cookies }) => {
      const browser = site.browse(cookies);
      const page = await browser.goto(url);
      const stopAt = (one: string) => !one.startsWith(ORIGIN);
      const action = "/auth/signin/op";
      const left = await browser.submit(page, { action, stopAt });
      assert.match(left.pending ?? "", /ui_locales=nl/);
    },
  }),
  keptForm: toFlow("a form that met a guard is sent after the sign-in", {
    begin: async (site) => {
      const browser = await signIn(site, toPerson("form"));
      setClock(300);
      const answer = await browser.fetch(`${ORIGIN}/transfer?to=bob`, {
        method: "POST",
        headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
        body: new URLSearchParams({ amount: "12" }),
        redirect: "manual",
      });
      const url = answer.headers.get("location");
      assert.ok(url !== null, `${answer.status} ${await answer.text()}`);
      return { url, cookies: readCookies(browser) };
    },
    goOn: async (site, { url, cookies }) => {
      setClock(360);
      site.op.user = toPerson("form");
      const browser = site.browse(cookies);
      const page = await browser.goto(new URL(url, ORIGIN).href);
      const action = "/auth/signin/op";
      const shown = await browser.submit(page, { action });
      assert.equal(new URL(shown.url).pathname, "/auth/resume");
      const end = await browser.submit(shown);
      assert.equal(end.text, "amount=12");
    },
  }, { session: { strategy: "jwt" } }),
};
