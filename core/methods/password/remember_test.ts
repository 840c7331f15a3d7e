/** "Remember me" where a password is chosen. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { hashPassword } from "@latchkey/auth/password";
import { readSession, site, toRequest } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { toLocation } from "../second_factor/second_factor_testkit.ts";
import {
  endsWithBrowser,
  NOON,
  readCookie,
} from "../../session/session_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  type PasswordFlow,
  post,
  signInWith,
} from "./password_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** A password that is too common for a new one. */
const common = "passwordpassword";
const TICKED = /<input[^>]*name="remember"[^>]*checked/;
const BOX = /name="remember"/;

const toConfig = (more: Partial<AuthConfig> = {}): Partial<AuthConfig> => ({
  session: { rememberMe: true },
  ...more,
});

async function addWeak({ adapter }: PasswordFlow): Promise<void> {
  const userId = await addMember(adapter);
  const before = await adapter.getSecret(userId, "password");
  const after = await hashPassword(common, { cost: 14 });
  await adapter.replaceSecret({ userId, kind: "password", before, after });
}

for (const remember of ["on", undefined]) {
  const what = remember === undefined ? "unticked" : "ticked";
  const chosen = remember === undefined ? {} : { remember };

  describe(`the box that was left ${what}`, () => {
    it(`${what} beside a password that has to be replaced, it is so on the page for the new one`, async () => {
      const options = { onBreach: "change" } as const;
      const flow = await createPasswordFlow({ options, config: toConfig() });
      await addWeak(flow);
      const { browser } = flow;
      const fields = { email: address, password: common, ...chosen };
      const answer = await signInWith(browser, fields);
      const page = await browser.goto(toLocation(answer).href);
      assert.match(page.text, BOX);
      assert.equal(TICKED.test(page.text), remember === "on");
      const again = await browser.submit(page, {
        action: "/auth/new-password",
        fields: { password: common, remember },
      });
      assert.match(again.text, /among the first that attackers try/);
      assert.equal(TICKED.test(again.text), remember === "on");
      await choose(browser, again, another);
      assert.ok(await readSession(browser));
      assert.equal(endsWithBrowser(readCookie(flow)), remember !== "on");
    });

    for (const pages of [{}, { newPassword: "/choose" }]) {
      const place = "newPassword" in pages ? "own" : "built-in";

      it(`${what} with the address of an account that is there, it is so on the ${place} page for the password`, async () => {
        const flow = await createPasswordFlow({
          options: { confirm: "after" },
          config: toConfig({ pages }),
        });
        await addMember(flow.adapter);
        const fields = { email: address, password: another, ...chosen };
        await post(flow.browser, "signup", fields);
        const page = await openLink(flow.browser, flow.mails[0]?.url ?? "");
        const isTicked = place === "own"
          ? new URL(page.url).searchParams.get("remember") === "on"
          : TICKED.test(page.text);
        assert.equal(isTicked, remember === "on");
        assert.equal(await readSession(flow.browser), null);
      });
    }

    it(`${what}, it comes back to the application's own pages`, async () => {
      const pages = { newPassword: "/choose", signUp: "/join" };
      const flow = await createPasswordFlow({
        options: { onBreach: "change", confirm: "after" },
        config: toConfig({ pages }),
      });
      await addWeak(flow);
      const { browser } = flow;
      const start = await signInWith(browser, {
        ...{ email: address, password: common, ...chosen },
      });
      const asked = await browser.fetch(toLocation(start).href, {
        redirect: "manual",
      });
      const state = toLocation(asked).searchParams.get("state") ?? "";
      const refused = await post(browser, "new-password", {
        ...{ state, password: common, ...chosen },
      });
      const joining = await post(browser, "signup", {
        ...{ email: "eve@example.com", password: common, ...chosen },
      });
      const places = [
        [asked, "/choose"],
        [refused, "/choose"],
        [joining, "/join"],
      ] as const;
      for (const [answer, path] of places) {
        const { pathname, searchParams } = toLocation(answer);
        assert.equal(pathname, path);
        assert.equal(searchParams.get("error"), "InvalidPassword");
        assert.equal(searchParams.get("remember"), remember ?? null);
      }
    });
  });
}

describe("a site that does not ask", () => {
  it("sends no choice to its own pages, whatever a form says", async () => {
    const pages = { signIn: "/enter" };
    const flow = await createPasswordFlow({ config: { pages } });
    const fields = { email: address, password: "wrong", remember: "on" };
    const { pathname, searchParams } = toLocation(
      await signInWith(flow.browser, fields),
    );
    assert.equal(pathname, "/enter");
    assert.equal(searchParams.has("remember"), false);
  });
});

describe("a password that is chosen where a page asks for a proof", () => {
  for (const remember of ["on", undefined]) {
    it(`has no box, and the session stays ${remember === "on" ? "remembered" : "short"}`, async () => {
      const flow = await createPasswordFlow({ config: toConfig() });
      await addMember(flow.adapter);
      const { browser } = flow;
      const chosen = remember === undefined ? {} : { remember };
      await signInWith(browser, { email: address, password, ...chosen });
      mock.timers.tick(1_200_000);
      const answer = await createAuth(flow.makeConfig())
        .require(toRequest(browser, "/pay"), { maxAge: 300 });
      assert.ok(answer instanceof Response);
      for (const one of answer.headers.getSetCookie()) {
        browser.setCookie(site, one);
      }
      const mail = await getMail(flow, browser, "reset", address, "/pay");
      const page = await openLink(browser, mail.url);
      assert.doesNotMatch(page.text, BOX);
      await choose(browser, page, another);
      assert.ok(await readSession(browser));
      assert.equal(endsWithBrowser(readCookie(flow)), remember !== "on");
    });
  }
});
