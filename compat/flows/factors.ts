/** Second factors. */

import assert from "node:assert/strict";
import { type AnyFlow, toFlow } from "../flow.ts";
import { ORIGIN, readCookies, setClock, type Site } from "../site.ts";
import { assertUser, post, readWho, toLocation, toRequest } from "../steps.ts";
import { showCode } from "../../testing/totp_testkit.ts";
import { enter, signUp } from "./passwords.ts";

/** Creates an account with a password and an authenticator app. */
async function signUpWithApp(site: Site, email: string) {
  const browser = await signUp(site, email);
  const who = await readWho(browser);
  const { factors } = site.auth;
  const { secret, enrolment } = await factors.beginTotp(toRequest(browser));
  const code = showCode(secret);
  const { recoveryCodes } = await factors.confirmTotp(
    toRequest(browser, "/account", { headers: { origin: ORIGIN } }),
    { enrolment, code },
  );
  // The change ended what began before it, and used the code up.
  setClock(30);
  return { who, email, secret, recovery: recoveryCodes?.[0] ?? "" };
}

/** Types the password; returns the id of the sign-in that waits. */
async function wait(browser: ReturnType<Site["browse"]>, email: string) {
  const url = await enter(browser, email);
  assert.equal(url.pathname, "/auth/second-factor");
  return url.searchParams.get("state") ?? "";
}

/** The flows of this file. */
export const factors: Readonly<Record<string, AnyFlow>> = {
  secondFactor: toFlow("a user with an authenticator app signs in", {
    begin: (site) => signUpWithApp(site, "app@example.com"),
    goOn: async (site, { who, email, secret, recovery }) => {
      for (const code of [showCode(secret), recovery]) {
        const browser = site.browse();
        const state = await wait(browser, email);
        await post(browser, "second-factor", { state, code });
        await assertUser(browser, who);
      }
    },
  }),
  attemptAtSecondFactor: toFlow(
    "a sign-in that waits for its second factor goes on",
    {
      begin: async (site) => {
        const made = await signUpWithApp(site, "waits@example.com");
        const browser = site.browse();
        const state = await wait(browser, made.email);
        return { ...made, state, cookies: readCookies(browser) };
      },
      goOn: async (site, { who, secret, state, cookies }) => {
        const browser = site.browse(cookies);
        const fields = { state, code: showCode(secret) };
        const answer = await post(browser, "second-factor", fields);
        assert.equal(toLocation(answer).pathname, "/after");
        await assertUser(browser, who);
      },
    },
  ),
  rememberedBrowser: toFlow("a remembered browser is asked for no code", {
    begin: async (site) => {
      const made = await signUpWithApp(site, "remembered@example.com");
      const browser = site.browse();
      const state = await wait(browser, made.email);
      const code = showCode(made.secret);
      const fields = { state, code, rememberBrowser: "yes" };
      await post(browser, "second-factor", fields);
      await assertUser(browser, made.who);
      await post(browser, "signout", {});
      return { ...made, cookies: readCookies(browser) };
    },
    goOn: async (site, { who, email, cookies }) => {
      setClock(29 * 86_400);
      const browser = site.browse(cookies);
      assert.equal((await enter(browser, email)).pathname, "/after");
      await assertUser(browser, who);
    },
  }),
};
