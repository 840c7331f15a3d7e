import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type SessionMaxAgeInput,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { createPlainAdapter, createTables } from "../accounts/users_testkit.ts";
import {
  ada,
  createCredentialsFlow,
  makeProvider,
  right,
  send,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import {
  type App,
  cookieName,
  cookieValue,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { DAY, endsWithBrowser, NOON, readCookie } from "./session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const HOUR = 3600;
type Options = NonNullable<AuthConfig["session"]>;

const toRows = (adapter: Adapter, session: Options = {}) => ({
  adapter,
  session: { ...session, strategy: "database" } as const,
});
const generateSessionToken = () => `own-${crypto.randomUUID()}`;

/** The places where a session is kept. */
const places: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "in the cookie": () => ({ session: { strategy: "jwt" } }),
  "in a row with details": () => toRows(createMemoryAdapter()),
  "in a row without details": () => toRows(createPlainAdapter(createTables())),
  "in a row with a token of the application": () =>
    toRows(createMemoryAdapter(), { generateSessionToken }),
};

const toText = (seconds: number) =>
  new Date(NOON + seconds * 1000).toISOString();

/** Creates a site where Ada signs in with a password. */
async function createSite(
  config: Partial<AuthConfig>,
  session: Options = { rememberMe: true },
): Promise<{ flow: App; browser: Browser }> {
  const { adapter } = config;
  const stored = await adapter?.createUser?.({ ...ada, emailVerified: null });
  const user = stored === undefined ? ada : { ...ada, id: String(stored.id) };
  const authorize = ({ password }: Record<string, unknown>) =>
    password === right.password ? user : null;
  const flow = await createCredentialsFlow([makeProvider({ authorize })], {
    ...config,
    session: { ...config.session, ...session },
  });
  return { flow, browser: flow.createBrowser() };
}

const ticked = { fields: { ...right, remember: "on" } };

/** Changes the session as a page of the application does; returns its cookie. */
async function update(
  flow: App,
  browser: Browser,
  rotate: boolean,
): Promise<string> {
  const cookie = browser.cookieHeader(`${site}/`) ?? "";
  const { headers } = await createAuth(flow.makeConfig())
    .updateSession(new Request(site, { headers: { cookie } }), {}, { rotate });
  const all = headers.getSetCookie();
  for (const one of all) browser.setCookie(site, one);
  return all.find((one) => one.startsWith(`${cookieName.session}=`)) ?? "";
}

for (const [place, toConfig] of Object.entries(places)) {
  describe(`"Remember me", for a session ${place}`, () => {
    it(`${place}: without the option there is no box, and sessions last maxAge`, async () => {
      const { flow, browser } = await createSite(toConfig(), {});
      const answer = await browser.goto(`${site}/auth/signin`);
      assert.doesNotMatch(answer.text, /name="remember"/);
      await typeIn(browser);
      assert.match(readCookie(flow), /Max-Age=2592000/);
      assert.equal((await readSession(browser))?.expires, toText(30 * DAY));
    });

    it(`${place}: ticked, sessions last maxAge`, async () => {
      const { flow, browser } = await createSite(toConfig());
      await typeIn(browser, ticked);
      assert.match(readCookie(flow), /Max-Age=2592000/);
      mock.timers.tick(29 * DAY * 1000);
      assert.ok(await readSession(browser));
    });

    it(`${place}: unticked, the cookie ends with the browser, and the session after a day without use`, async () => {
      const { flow, browser } = await createSite(toConfig());
      await typeIn(browser);
      assert.ok(endsWithBrowser(readCookie(flow)), readCookie(flow));
      assert.equal((await readSession(browser))?.expires, toText(DAY));
      mock.timers.tick(DAY * 1000);
      assert.equal(await readSession(browser), null);
    });

    it(`${place}: use, an update and a new id keep it so, and count from the last use`, async () => {
      const { flow, browser } = await createSite(toConfig());
      await typeIn(browser);
      for (const hours of [13, 26, 39]) {
        mock.timers.tick(13 * HOUR * 1000);
        const before = flow.answers.length;
        const session = await readSession(browser);
        assert.equal(session?.expires, toText(hours * HOUR + DAY));
        const cookie = readCookie({ answers: flow.answers.slice(before) });
        assert.ok(endsWithBrowser(cookie), `renewed: ${cookie}`);
      }
      mock.timers.tick(HOUR * 1000);
      const old = cookieValue(browser);
      assert.ok(endsWithBrowser(await update(flow, browser, true)));
      assert.notEqual(cookieValue(browser), old);
      const { expires } = await readSession(browser) ?? assert.fail();
      assert.equal(expires, toText(40 * HOUR + DAY));
      mock.timers.tick(DAY * 1000);
      assert.equal(await readSession(browser), null);
    });

    it(`${place}: shortMaxAge says how long, and is renewed before its end`, async () => {
      const session = { rememberMe: true, shortMaxAge: HOUR };
      const { browser } = await createSite(toConfig(), session);
      await typeIn(browser);
      mock.timers.tick(40 * 60_000);
      const { expires } = await readSession(browser) ?? assert.fail();
      assert.equal(expires, toText(HOUR + 40 * 60));
      mock.timers.tick(HOUR * 1000);
      assert.equal(await readSession(browser), null);
    });

    it(`${place}: JSON has a boolean, and without it nothing is remembered`, async () => {
      for (const remember of [true, false, undefined]) {
        const { flow, browser } = await createSite(toConfig());
        const csrf = await browser.fetch(`${site}/auth/csrf`);
        const { csrfToken } = await csrf.json();
        const body = JSON.stringify({ ...right, csrfToken, remember });
        await send(browser, { body });
        const cookie = readCookie(flow);
        assert.notEqual(cookie, "");
        assert.equal(endsWithBrowser(cookie), remember !== true, cookie);
      }
    });

    it(`${place}: a function of the sign-in is called once, and its result stays`, async () => {
      const asked: SessionMaxAgeInput[] = [];
      const maxAge = (one: SessionMaxAgeInput) => {
        asked.push(one);
        return Promise.resolve(2 * HOUR);
      };
      const { flow, browser } = await createSite(toConfig(), { maxAge });
      await typeIn(browser);
      assert.match(readCookie(flow), /Max-Age=7200/);
      for (const hours of [0, 1.5, 3]) {
        if (hours > 0) mock.timers.tick(1.5 * HOUR * 1000);
        const { expires } = await readSession(browser) ?? assert.fail();
        assert.equal(expires, toText((hours + 2) * HOUR));
      }
      await update(flow, browser, true);
      const { expires } = await readSession(browser) ?? assert.fail();
      assert.equal(expires, toText(5 * HOUR));
      const told = asked.map((
        { provider, type, user, account, remember },
      ) => [provider, type, user.email, account.provider, remember]);
      assert.deepEqual(told, [
        ["credentials", "credentials", ada.email, "credentials", true],
      ]);
      mock.timers.tick(2 * HOUR * 1000);
      assert.equal(await readSession(browser), null);
    });

    it(`${place}: a function that throws or returns no lifetime signs nobody in, and ends nothing`, async () => {
      let result: unknown = HOUR;
      const maxAge = () => {
        if (result === "throw") throw new Error("no database");
        return result as number;
      };
      const { flow, browser } = await createSite(toConfig(), { maxAge });
      await typeIn(browser);
      const cookie = cookieValue(browser);
      for (const one of [0, -1, NaN, 401 * DAY, "60", null, "throw"]) {
        result = one;
        const before = flow.answers.length;
        await typeIn(browser);
        const answers = flow.answers.slice(before);
        assert.equal(readCookie({ answers }), "", String(one));
        assert.equal(cookieValue(browser), cookie);
        assert.ok(await readSession(browser));
      }
      const told = flow.lines.join("\n");
      assert.match(told, /`session\.maxAge` returned 0 for a sign-in/);
      assert.match(told, /session\.maxAge callback threw/);
    });
  });
}
