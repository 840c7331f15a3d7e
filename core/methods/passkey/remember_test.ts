/** "Remember me" at sign-ins with passkeys: the choice comes with the answer. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser } from "@latchkey/auth/testing";
import {
  cookieName,
  readSession,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  DAY,
  endsWithBrowser,
  NOON,
  readCookie,
} from "../../session/session_testkit.ts";
import {
  createFactorApp,
  giveApp,
  showCode,
  startSignIn,
  typeCode,
  typePassword,
} from "../second_factor/second_factor_testkit.ts";
import { createAuthenticator } from "./authenticator_testkit.ts";
import {
  authenticate,
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  onOtherBrowser,
  type PasskeySite,
  register,
  send,
} from "./passkeys_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const TICKED = /<input[^>]*name="remember"[^>]*checked/;
const choices = { ticked: { remember: "on" }, unticked: {} } as const;

const SHORT = 3600;

async function assertLife(browser: Browser, isRemembered: boolean) {
  const expires = (await readSession(browser))?.expires ?? "";
  const seconds = isRemembered ? 30 * DAY : SHORT;
  assert.equal(Date.parse(expires), Date.now() + seconds * 1000);
}

for (const strategy of ["jwt", "database"] as const) {
  const session = { strategy, rememberMe: true, shortMaxAge: SHORT };
  const config = { session };

  describe(`a passkey and "Remember me", with the strategy ${strategy}`, () => {
    /** Has the guard of a page ask for a proof; returns where the user goes then. */
    async function guard(flow: PasskeySite, browser: Browser) {
      mock.timers.tick(1_200_000);
      const auth = createAuth(flow.makeConfig());
      const request = toRequest(browser, "/pay");
      const answer = await auth.require(request, { maxAge: 300 });
      assert.ok(answer instanceof Response);
      for (const one of answer.headers.getSetCookie()) {
        browser.setCookie(site, one);
      }
      return { callbackUrl: "/pay" };
    }

    it(`a box that is ticked beside a proof for a page counts (${strategy})`, async () => {
      const flow = await createPasskeySite(config);
      const person = onOtherBrowser(flow, await createMember(flow));
      await authenticate(person);
      const back = await guard(flow, person.browser);
      await authenticate(person, {}, { ...back, ...choices.ticked });
      await assertLife(person.browser, true);
    });

    it(`a proof for a page whose session has ended meanwhile is not remembered (${strategy})`, async () => {
      const flow = await createPasskeySite(config);
      const person = onOtherBrowser(flow, await createMember(flow));
      await authenticate(person, {}, choices.ticked);
      const back = await guard(flow, person.browser);
      person.browser.deleteCookie(site, cookieName.session);
      await authenticate(person, {}, back);
      await assertLife(person.browser, false);
    });

    for (const [what, fields] of Object.entries(choices)) {
      const isRemembered = "remember" in fields;

      it(`${what}, it signs in for that long (${strategy})`, async () => {
        const flow = await createPasskeySite(config);
        const person = onOtherBrowser(flow, await createMember(flow));
        await authenticate(person, {}, fields);
        assert.equal(endsWithBrowser(readCookie(flow)), !isRemembered);
        await assertLife(person.browser, isRemembered);
      });

      it(`${what}, it signs up for that long (${strategy})`, async () => {
        const flow = await createPasskeySite(config);
        const { browser, authenticator } = createPerson(flow);
        const options = await getOptions(browser, {
          action: "register",
          email: "ada@example.com",
        });
        const data = await authenticator.create(options as never);
        await send(browser, "register", data, fields);
        assert.equal(endsWithBrowser(readCookie(flow)), !isRemembered);
        await assertLife(browser, isRemembered);
      });

      it(`${what}, adding one leaves the session as it is (${strategy})`, async () => {
        const flow = await createPasskeySite(config);
        const known = onOtherBrowser(flow, await createMember(flow));
        await authenticate(known, {}, fields);
        const { authenticator } = createPerson(flow);
        const person = { browser: known.browser, authenticator };
        const before = flow.answers.length;
        assert.equal((await register(person)).status, 200);
        const answers = flow.answers.slice(before);
        assert.equal(endsWithBrowser(readCookie({ answers })), !isRemembered);
        await assertLife(known.browser, isRemembered);
      });

      it(`${what}, proving the user again for a page leaves the session as it is (${strategy})`, async () => {
        const flow = await createPasskeySite(config);
        const person = onOtherBrowser(flow, await createMember(flow));
        const { browser } = person;
        await authenticate(person, {}, fields);
        await authenticate(person, {}, await guard(flow, browser));
        assert.equal(endsWithBrowser(readCookie(flow)), !isRemembered);
        await assertLife(browser, isRemembered);
      });
    }
  });

  describe(`a passkey beside a second factor and "Remember me", with the strategy ${strategy}`, () => {
    async function createBoth(entry: Parameters<typeof Passkey>[0] = {}) {
      const app = await createFactorApp({
        more: [Passkey(entry)],
        config: {
          ...config,
          origin: site,
          experimental: { enableWebAuthn: true },
        },
      });
      const authenticator = createAuthenticator(site);
      const owner = app.createBrowser();
      await typePassword(owner);
      await register({ browser: owner, authenticator });
      await giveApp(app);
      return {
        ...app,
        person: { browser: app.createBrowser(), authenticator },
      };
    }

    for (const [what, fields] of Object.entries(choices)) {
      const isRemembered = "remember" in fields;

      it(`${what}, the choice at a passkey that is one factor holds after the code (${strategy})`, async () => {
        const { person, ...app } = await createBoth({
          authenticationOptions: { userVerification: "preferred" },
          verifyAuthenticationOptions: { requireUserVerification: false },
        });
        const flags = { flags: { up: true, uv: false } };
        const { body } = await authenticate(person, flags, fields);
        const state = new URL(body.url).searchParams.get("state") ?? "";
        await typeCode(person.browser, state, await showCode());
        assert.equal(endsWithBrowser(readCookie(app)), !isRemembered);
        await assertLife(person.browser, isRemembered);
      });

      it(`${what}, the choice beside the password holds if a passkey takes the place of the code (${strategy})`, async () => {
        const { person, ...app } = await createBoth();
        const { browser } = person;
        const state = await startSignIn(browser, fields);
        const page = await browser.goto(
          `${site}/auth/second-factor?state=${state}`,
        );
        // The script of the page sends what is ticked in it.
        const isTicked = TICKED.test(page.text);
        assert.equal(isTicked, isRemembered);
        await authenticate(person, {}, isTicked ? { remember: "on" } : {});
        assert.equal(endsWithBrowser(readCookie(app)), !isRemembered);
        await assertLife(browser, isRemembered);
      });

      it(`${what}, the page that asks a signed-in user for a factor keeps it (${strategy})`, async () => {
        const { person, browser } = await createBoth();
        const signedIn = { ...person, browser };
        await authenticate(signedIn, {}, fields);
        const page = await browser.goto(`${site}/auth/second-factor`);
        assert.match(page.text, /data-passkey="passkey"/);
        assert.equal(TICKED.test(page.text), isRemembered);
      });
    }
  });
}
