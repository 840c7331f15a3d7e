/** What a list of sessions says about those that are not remembered. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type Adapter, type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
} from "../../accounts/users_testkit.ts";
import {
  readSession,
  signIn,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { DAY, NOON } from "../session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const HOUR = 3600;

/** An adapter that lists sessions, whose rows do not say when they began. */
function createLister(): Adapter {
  const tables = createTables();
  const adapter = createPlainAdapter(tables);
  return {
    ...adapter,
    hashedTokens: true,
    listSessionsByUserId: (userId) =>
      tables.sessions.filter((one) => String(one.userId) === String(userId)),
  };
}

const generateSessionToken = () => `own-${crypto.randomUUID()}`;

const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "rows with details": () => ({ adapter: createMemoryAdapter() }),
  "rows without details": () => ({
    adapter: createLister(),
    session: { strategy: "database" },
  }),
  "tokens of the application": () => ({
    adapter: createMemoryAdapter(),
    session: { generateSessionToken },
  }),
};

async function createSite(kind: string, more: AuthConfig["session"] = {}) {
  const config = kinds[kind]?.() ?? assert.fail();
  const session = { rememberMe: true, shortMaxAge: HOUR };
  const flow = await createUserFlow({
    ...config,
    session: { ...config.session, ...session, ...more },
  });
  const auth = createAuth(flow.makeConfig());
  const enter = async (remember?: "on") => {
    const browser = flow.createBrowser();
    await signIn(browser, { fields: { remember } });
    assert.ok(await readSession(browser));
    return browser;
  };
  /** The seconds after which the listed sessions end, the current one first. */
  const list = async (browser: Browser) => {
    const sessions = await auth.listSessions(toRequest(browser));
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
      .map(({ expires }) => (expires.getTime() - Date.now()) / 1000);
  };
  return { ...flow, auth, enter, list };
}

for (const kind of Object.keys(kinds)) {
  describe(`a list with sessions that are not remembered, from ${kind}`, () => {
    it(`each says when it ends unless it is used (${kind})`, async () => {
      const { auth, enter, list } = await createSite(kind);
      const short = await enter();
      const long = await enter("on");
      assert.deepEqual(await list(short), [HOUR, 30 * DAY]);
      assert.deepEqual(await list(long), [30 * DAY, HOUR]);
      const { sessions } = await auth.listSessions(toRequest(short), {});
      assert.deepEqual(
        sessions.map(({ expires }) => expires.getTime()).sort(),
        [NOON + HOUR * 1000, NOON + 30 * DAY * 1000],
      );
    });

    it(`use and a new id count from then, and one that has ended is not in it (${kind})`, async () => {
      const { auth, enter, list } = await createSite(kind);
      const short = await enter();
      const long = await enter("on");
      mock.timers.tick(HOUR * 750);
      assert.ok(await readSession(short));
      assert.deepEqual(await list(long), [30 * DAY - HOUR * 0.75, HOUR]);
      mock.timers.tick(HOUR * 250);
      const { headers } = await auth
        .updateSession(toRequest(short), {}, { rotate: true });
      for (const one of headers.getSetCookie()) short.setCookie(site, one);
      assert.deepEqual(await list(short), [HOUR, 30 * DAY - HOUR]);
      mock.timers.tick(HOUR * 1000);
      assert.deepEqual(await list(long), [30 * DAY - 2 * HOUR]);
      assert.equal(await readSession(short), null);
    });

    it(`the current one is in it, although all sessions of the user were ended before (${kind})`, async () => {
      const { auth, enter, list } = await createSite(kind);
      const { user } = await readSession(await enter("on")) ?? {};
      await auth.revoke({ user: user?.id ?? "" });
      mock.timers.tick(1000);
      assert.deepEqual(await list(await enter()), [HOUR]);
    });
  });
}
