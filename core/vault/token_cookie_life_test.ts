/** Tokens in cookies beside a session that ends with the browser. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import {
  app,
  cookieName,
  readSession,
  signIn,
} from "../../testing/app_testkit.ts";
import { DAY, endsWithBrowser, NOON } from "../session/session_testkit.ts";
import {
  askToken,
  createTokenSite,
  kinds,
  readJar,
  T,
  type TokenSite,
} from "./token_cookie_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;

async function createSite(
  kind: string,
  session: AuthConfig["session"] = {},
): Promise<TokenSite> {
  const more = kinds[kind]?.() ?? assert.fail();
  return await createTokenSite({
    ...more,
    session: { ...more.session, rememberMe: true, ...session },
  });
}

/** Signs in; returns what the answers have set since, by the cookie's name. */
async function enter(
  { browser, responses }: TokenSite,
  remember?: "on",
): Promise<ReadonlyMap<string, string>> {
  responses.length = 0;
  const { url } = await signIn(browser, { fields: { remember } });
  assert.ok(!url.includes("error"), url);
  return readSet({ responses });
}

/** Returns the cookies that were set, as the last answer did. */
function readSet(
  { responses }: Pick<TokenSite, "responses">,
): ReadonlyMap<string, string> {
  return new Map(
    responses.flatMap(({ headers }) => headers.getSetCookie())
      .map((one) => [one.split("=", 1)[0] ?? "", one]),
  );
}

const toText = (set: ReadonlyMap<string, string>, name: string) =>
  set.get(name) ?? assert.fail(`${name} was not set`);

for (const kind of Object.keys(kinds)) {
  describe(`tokens in a cookie beside a session whose end the sign-in decided (${kind})`, () => {
    it(`they end with the browser, as the session does, until a sign-in that is remembered (${kind})`, async () => {
      const site = await createSite(kind);
      for (const remember of [undefined, "on", undefined] as const) {
        const set = await enter(site, remember);
        for (const name of [T, cookieName.session]) {
          const text = toText(set, name);
          assert.equal(endsWithBrowser(text), remember === undefined, text);
        }
      }
    });

    it(`a refresh and a new id of the session keep them so (${kind})`, async () => {
      const site = await createSite(kind);
      await enter(site);
      for (const path of ["/token", "/rotate"]) {
        mock.timers.tick(2 * HOUR);
        site.responses.length = 0;
        await site.browser.goto(app + path);
        const text = toText(readSet(site), T);
        assert.ok(endsWithBrowser(text), `${path}: ${text}`);
      }
    });

    it(`they are written again before they end, if the sign-in decided how long the session lasts (${kind})`, async () => {
      const site = await createSite(kind, { maxAge: () => 3600 });
      site.op.faults = {
        token: { body: (json) => ({ ...json, expires_in: 9 * DAY }) },
      };
      const set = await enter(site, "on");
      assert.match(toText(set, T), /Max-Age=3600;/);
      mock.timers.tick(HOUR * 2 / 3);
      await site.browser.goto(`${app}/`);
      site.responses.length = 0;
      assert.match(await askToken(site), /^at-/);
      assert.match(toText(readSet(site), T), /Max-Age=3600;/);
      mock.timers.tick(HOUR * 2 / 3);
      assert.match(await askToken(site), /^at-/);
    });

    it(`they are worth nothing once the session has ended without use (${kind})`, async () => {
      const site = await createSite(kind);
      site.op.faults = {
        token: { body: (json) => ({ ...json, expires_in: 9 * DAY }) },
      };
      await enter(site);
      mock.timers.tick(23 * HOUR);
      assert.match(await askToken(site), /^at-/);
      assert.ok(await readSession(site.browser));
      mock.timers.tick(24 * HOUR);
      assert.equal(await askToken(site), "SignInRequired");
      await site.browser.goto(`${app}/`);
      assert.equal(readJar(site.browser, T).size, 0);
    });
  });
}
