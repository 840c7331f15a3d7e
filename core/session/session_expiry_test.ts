import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type Adapter, type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
  type UserFlow,
} from "../accounts/users_testkit.ts";
import {
  approach,
  assertCallbackRefused,
  assertSignedIn,
  cookieName,
  cookieValue,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { NOON } from "./session_testkit.ts";
import { encode, getToken } from "@latchkey/auth/jwt";
import { decideSession } from "./decide.ts";
import { decideRow } from "./rows/decide_row.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const HOUR = 3600;
/** When the provider's session ends, in seconds. */
const ENDS = NOON / 1000 + 2 * HOUR;

type Session = NonNullable<AuthConfig["session"]>;

function toRows(
  adapter: Adapter,
  session: Session = {},
): Partial<AuthConfig> {
  return {
    adapter,
    session: { ...session, strategy: "database", updateAge: 0 },
  };
}

const generateSessionToken = () => `own-${crypto.randomUUID()}`;

/** The places where a session is kept. */
const places: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "in the cookie": () => ({
    adapter: undefined,
    session: { strategy: "jwt", updateAge: 0 },
  }),
  "in a row with details": () => toRows(createMemoryAdapter()),
  "in a row without details": () => toRows(createPlainAdapter(createTables())),
  "in a row with a token of the application": () =>
    toRows(createMemoryAdapter(), { generateSessionToken }),
  "in a row without details, with a token of the application": () =>
    toRows(createPlainAdapter(createTables()), { generateSessionToken }),
  "without an end of its own": () =>
    toRows(createPlainAdapter(createTables()), { absoluteMaxAge: false }),
};

async function createSite(
  config: Partial<AuthConfig>,
  session_expiry: unknown = ENDS,
): Promise<{ flow: UserFlow; browser: Browser }> {
  const flow = await createUserFlow(config);
  flow.op.faults.idToken = { claims: (own) => ({ ...own, session_expiry }) };
  return { flow, browser: flow.createBrowser() };
}

/** Changes the session as a page of the application does, and gives it a new id if asked. */
async function update(
  flow: UserFlow,
  browser: Browser,
  rotate: boolean,
): Promise<void> {
  const cookie = browser.cookieHeader(`${site}/`) ?? "";
  const { headers } = await createAuth(flow.makeConfig())
    .updateSession(new Request(site, { headers: { cookie } }), {}, { rotate });
  for (const one of headers.getSetCookie()) browser.setCookie(site, one);
}

function readMaxAge(flow: UserFlow): number {
  const all = flow.answers.flatMap(({ headers }) => headers.getSetCookie());
  const last = all.findLast((one) => one.startsWith(`${cookieName.session}=`));
  return Number(/Max-Age=(\d+)/.exec(last ?? "")?.[1] ?? NaN);
}

const toText = (seconds: number) => new Date(seconds * 1000).toISOString();

for (const [place, toConfig] of Object.entries(places)) {
  describe(`a session ${place} whose provider says when it ends`, () => {
    it(`${place}: the session and its cookie end with that of the provider`, async () => {
      const { flow, browser } = await createSite(toConfig());
      const session = await assertSignedIn(flow, browser);
      assert.equal(session.expires, toText(ENDS));
      assert.equal(readMaxAge(flow), 2 * HOUR);
      mock.timers.tick(2 * HOUR * 1000 - 1);
      assert.ok(await readSession(browser));
      mock.timers.tick(1);
      assert.equal(await readSession(browser), null);
    });

    it(`${place}: neither use, an update nor a new id extends it`, async () => {
      const { flow, browser } = await createSite(toConfig());
      await assertSignedIn(flow, browser);
      const copies: Browser[] = [];
      for (const change of ["use", "update", "rotation", "rotation", "use"]) {
        mock.timers.tick(HOUR / 4 * 1000);
        const before = cookieValue(browser);
        if (change !== "use") {
          await update(flow, browser, change === "rotation");
        }
        if (change === "rotation") {
          assert.notEqual(cookieValue(browser), before);
        }
        const session = await readSession(browser);
        assert.equal(session?.expires, toText(ENDS), change);
        copies.push(browser.clone());
      }
      const { expires } = browser.cookies(site)
        .find(({ name }) => name === cookieName.session) ?? assert.fail();
      assert.equal(expires, ENDS * 1000);
      mock.timers.tick(3 * HOUR / 4 * 1000);
      for (const copy of [...copies, browser]) {
        assert.equal(await readSession(copy), null);
      }
    });

    it(`${place}: a new sign-in has the end that it brings`, async () => {
      const { flow, browser } = await createSite(toConfig());
      await assertSignedIn(flow, browser);
      mock.timers.tick(HOUR * 1000);
      const later = ENDS + HOUR;
      flow.op.faults.idToken = {
        claims: (own) => ({ ...own, session_expiry: later }),
      };
      const session = await assertSignedIn(flow, browser);
      assert.equal(session.expires, toText(later));
    });

    it(`${place}: a later end than that of the application extends nothing`, async () => {
      const config = toConfig();
      const session = { ...config.session, maxAge: HOUR };
      const { flow, browser } = await createSite({ ...config, session });
      const { expires } = await assertSignedIn(flow, browser);
      assert.equal(expires, toText(NOON / 1000 + HOUR));
    });

    it(`${place}: a session of the provider that is over is no sign-in`, async () => {
      for (const ends of [NOON / 1000, NOON / 1000 - 1, 0, -1, 3600]) {
        const { flow, browser } = await createSite(toConfig(), ends);
        const callback = await approach(browser);
        await assertCallbackRefused(flow, browser, callback, {
          error: "OAuthCallbackError",
          log: /session_expiry has passed/,
        });
        assert.deepEqual(flow.names(), []);
      }
    });
  });
}

describe("the claim session_expiry", () => {
  it("a value of another form limits nothing, and the log says so once", async () => {
    const other = [null, `${ENDS}`, "PT2H", [ENDS], {}, true, ENDS * 1000];
    const id = `op-${crypto.randomUUID().slice(0, 8)}`;
    const lines: string[] = [];
    for (const value of other) {
      const flow = await createUserFlow({}, { entry: { id } });
      flow.op.faults.idToken = {
        claims: (own) => ({ ...own, session_expiry: value }),
      };
      const { expires } = await assertSignedIn(
        flow,
        flow.createBrowser(),
        { id },
      );
      assert.equal(expires, toText(NOON / 1000 + 30 * 24 * HOUR));
      lines.push(
        ...flow.log.filter(({ level }) => level === "warn")
          .map(({ text }) => text),
      );
    }
    const told = lines.filter((one) => one.startsWith("session-expiry:"));
    assert.equal(told.length, 1);
  });

  it("a fraction of a second counts", async () => {
    const { flow, browser } = await createSite(
      { adapter: createPlainAdapter(createTables()) },
      ENDS + 0.5,
    );
    await assertSignedIn(flow, browser);
    mock.timers.tick(2 * HOUR * 1000 + 500);
    assert.equal(await readSession(browser), null);
  });

  it("a token that the application seals anew ends with the session of the provider, too", async () => {
    const config: Partial<AuthConfig> = {
      adapter: undefined,
      session: { strategy: "jwt" },
    };
    const { flow, browser } = await createSite(config);
    await assertSignedIn(flow, browser);
    const { secret = "" } = flow.makeConfig();
    const cookie = browser.cookieHeader(`${site}/`) ?? "";
    const req = new Request(site, { headers: { cookie } });
    const token = await getToken({ req, secret, origin: site });
    assert.ok(token);
    assert.equal(token.authn?.ends, ENDS);
    const salt = cookieName.session;
    const value = await encode({ token, secret, salt });
    browser.setCookie(site, `${salt}=${value}; Path=/; Secure; HttpOnly`);
    assert.ok(await readSession(browser));
    mock.timers.tick(2 * HOUR * 1000);
    assert.equal(await readSession(browser), null);
  });

  it("an end of the wrong type ends the session", () => {
    const now = NOON / 1000;
    const claims = { sub: "a", sid: "b", iat: now, auth_time: now, exp: ENDS };
    const lifetimes = { maxAge: HOUR, updateAge: 0, absoluteMaxAge: HOUR };
    const judge = (ends: unknown) =>
      decideSession(
        { ...claims, authn: { provider: "op", at: null, ends } },
        undefined,
        lifetimes,
        NOON,
      ).kind;
    assert.equal(judge(undefined), "live");
    assert.equal(judge(now + 1), "live");
    for (const ends of [now, NaN, "soon", {}]) {
      assert.equal(judge(ends), "expired");
    }
  });

  it("a row that was written to end later ends at the time in its token", () => {
    const lifetimes = {
      maxAge: HOUR,
      longest: HOUR,
      updateAge: 0,
      absoluteMaxAge: Infinity,
    };
    const row = {
      expires: NOON + 10_000,
      started: NOON,
      ceiling: NOON + 5000,
      lastSeen: null,
    };
    const judge = (now: number) => decideRow(row, lifetimes, now);
    assert.deepEqual(judge(NOON + 4999), {
      kind: "live",
      ends: NOON + 5000,
      renewTo: null,
    });
    assert.equal(judge(NOON + 5000).kind, "ended");
  });
});
