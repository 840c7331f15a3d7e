import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createUserFlow,
} from "../accounts/users_testkit.ts";
import type { SessionContext } from "../request/context.ts";
import {
  app,
  assertSignedIn,
  cookieName,
  cookieValue,
  createApp,
  readSession,
  readSession as readSiteSession,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { DAY, mint, NOON, plant } from "./session_testkit.ts";
import {
  ask,
  createMember,
  createPasskeySite,
  createPerson,
  register,
} from "../methods/passkey/passkeys_testkit.ts";
import { decideSession } from "./decide.ts";
import { decideRow, type RowTimes } from "./rows/decide_row.ts";
import { assertFresh } from "./fresh.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const strategies = ["database", "jwt"] as const;

/** Stores the cookies that a page of the application sets. */
function take(browser: Browser, headers: Headers): void {
  for (const one of headers.getSetCookie()) browser.setCookie(site, one);
}

for (const strategy of strategies) {
  describe(`the time of the sign-in, with the strategy ${strategy}`, () => {
    async function createSignedIn() {
      const flow = await createPasskeySite({ session: { strategy } });
      const person = await createMember(flow);
      const phone = { ...createPerson(flow), browser: person.browser };
      assert.equal((await register(phone)).status, 200);
      return { browser: person.browser, auth: createAuth(flow.makeConfig()) };
    }

    const addPasskey = (browser: Browser) =>
      ask(browser, "webauthn-options/passkey?action=register");

    async function assertTooOld(browser: Browser): Promise<void> {
      const { status, body } = await addPasskey(browser);
      assert.deepEqual([status, body.error, body.code], [
        401,
        "SignInRequired",
        "fresh",
      ]);
    }

    it("the time of the sign-in decides whether a passkey can be added", async () => {
      const { browser } = await createSignedIn();
      mock.timers.tick(10 * MINUTE - 1);
      assert.equal((await addPasskey(browser)).status, 200);
      mock.timers.tick(1);
      await assertTooOld(browser);
    });

    const rotations = {
      "an account page that removes a passkey": async (
        { browser, auth }: Awaited<ReturnType<typeof createSignedIn>>,
      ) => {
        const request = toRequest(browser);
        const [first] = await auth.listPasskeys(request);
        assert.ok(first);
        return (await auth.removePasskey(request, first)).headers;
      },
      "an update that asks for it": async (
        { browser, auth }: Awaited<ReturnType<typeof createSignedIn>>,
      ) =>
        (await auth.updateSession(toRequest(browser), null, { rotate: true }))
          .headers,
    };
    for (const [what, rotate] of Object.entries(rotations)) {
      it(`the time of the sign-in does not change with a new session id, by ${what}`, async () => {
        const scene = await createSignedIn();
        const { browser } = scene;
        const before = cookieValue(browser);
        mock.timers.tick(9 * MINUTE);
        take(browser, await rotate(scene));
        assert.notEqual(cookieValue(browser), before);
        assert.equal((await addPasskey(browser)).status, 200);
        mock.timers.tick(MINUTE);
        await assertTooOld(browser);
      });
    }

    it("the time of the sign-in does not change when the session is renewed", async () => {
      const flow = await createPasskeySite({
        session: { strategy, updateAge: 0 },
      });
      const { browser } = await createMember(flow);
      mock.timers.tick(9 * MINUTE);
      assert.ok(await readSession(browser));
      mock.timers.tick(MINUTE);
      await assertTooOld(browser);
    });
  });
}

describe("a session that says when it began", () => {
  const ctx = { now: NOON } as SessionContext;
  const isFresh = (started: number | null): boolean => {
    try {
      assertFresh(ctx, {
        id: "s",
        userId: "u",
        started,
        ends: 0,
        authentication: null,
      });
      return true;
    } catch {
      return false;
    }
  };

  it("a session counts as fresh for ten minutes, and never if the clock returns NaN", () => {
    assert.ok(isFresh(NOON - 10 * MINUTE + 1));
    assert.ok(!isFresh(NOON - 10 * MINUTE));
    // Clocks of two processes may differ.
    assert.ok(isFresh(NOON + MINUTE - 1));
    assert.ok(!isFresh(NOON + MINUTE));
    for (const started of [null, NaN, 0, Infinity]) {
      assert.ok(!isFresh(started));
    }
  });
});

describe("the end of a session", () => {
  const lifetimes = {
    maxAge: 36_000,
    longest: 36_000,
    updateAge: 3600,
    absoluteMaxAge: 360_000,
  };
  const now = NOON / 1000;
  const claims = {
    sub: "person",
    sid: "session",
    iat: now,
    auth_time: now,
    exp: now + 36_000,
  };
  const judge = (changes: object): string =>
    decideSession({ ...claims, ...changes }, undefined, lifetimes, NOON).kind;

  it("claims from the future have no valid end, whatever their nbf says", () => {
    assert.equal(judge({ iat: now + 60, nbf: now }), "live");
    assert.equal(judge({ iat: now + 61, nbf: now }), "invalid");
  });

  it("times that a codec returns as text are no valid end", () => {
    for (const name of ["iat", "auth_time", "exp"] as const) {
      assert.equal(judge({ [name]: String(claims[name]) }), "invalid", name);
    }
  });

  const row: RowTimes = {
    expires: NOON + 10 * HOUR,
    started: NOON,
    ceiling: null,
    lastSeen: null,
  };
  const end = NOON + 360_000 * SECOND;

  it("the absolute end also holds for a row that was written to end later", () => {
    const expires = end + 10 * HOUR;
    const before = decideRow({ ...row, expires }, lifetimes, end - 1);
    assert.deepEqual(before, { kind: "live", ends: end, renewTo: null });
    const after = decideRow({ ...row, expires }, lifetimes, end);
    assert.deepEqual(after, { kind: "ended" });
  });

  it("a row has ended if the clock returns NaN", () => {
    assert.deepEqual(decideRow(row, lifetimes, NaN), { kind: "ended" });
    for (const name of ["expires", "started"] as const) {
      const times = { ...row, [name]: NaN };
      assert.deepEqual(decideRow(times, lifetimes, NOON), { kind: "ended" });
    }
  });
});

describe("a revocation", () => {
  it("a revocation outlives a copy that a process with a fast clock has sealed", async () => {
    const maxAge = 3600;
    const store = createMemoryStore();
    const flow = await createApp({ config: { store, session: { maxAge } } });
    const { browser, config, secret } = flow;
    const iat = NOON / 1000 + 60;
    const value = await mint(secret, {
      sid: "copied",
      iat,
      auth_time: iat,
      exp: iat + maxAge,
    }, { name: "session", cookie: cookieName.session, maxAge });
    plant(browser, value);
    assert.ok(await readSiteSession(browser));
    await createAuth(config).revoke({ session: "copied" });
    mock.timers.tick((maxAge + 59) * SECOND);
    plant(browser, value);
    assert.equal(await readSiteSession(browser), null);
    assert.equal(browser.cookies(app).length, 0);
  });

  /** Ways to keep sessions, including those in which the start is not known. */
  const storages: Readonly<Record<string, () => Partial<AuthConfig>>> = {
    "token sessions": () => ({
      adapter: createMemoryAdapter(),
      session: { strategy: "jwt" },
    }),
    "rows": () => ({ adapter: createMemoryAdapter() }),
    "rows of a plain adapter": () => ({
      adapter: createPlainAdapter(),
      session: { strategy: "database" },
    }),
    "rows of unknown age": () => ({
      adapter: createPlainAdapter(),
      session: {
        strategy: "database",
        generateSessionToken: () => crypto.randomUUID(),
      },
    }),
  };
  for (const [kind, toConfig] of Object.entries(storages)) {
    it(`a revocation for a future time spares sign-ins made after it, for ${kind}`, async () => {
      const flow = await createUserFlow(toConfig());
      const auth = createAuth(flow.makeConfig());
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const old = browser.clone();
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      await auth.revoke({
        user: String(user?.id),
        before: NOON + 365 * DAY * SECOND,
      });
      assert.equal(await readSession(old), null);
      mock.timers.tick(SECOND);
      await assertSignedIn(flow, browser);
      await auth.revoke({ all: true, before: NOON + 365 * DAY * SECOND });
      assert.equal(await readSession(browser), null);
      mock.timers.tick(SECOND);
      await assertSignedIn(flow, browser);
    });
  }
});

/** Adapters whose sessions may lack the time at which they began. */
const ageless: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "rows from before the adapter stored the time": () => {
    const adapter = createMemoryAdapter();
    const createSession: Adapter["createSession"] = (session) => {
      const { createdAt: _, ...old } = session;
      return adapter.createSession(old);
    };
    return { adapter: { ...adapter, createSession } };
  },
  "rows of an adapter that stores no times": () => ({
    adapter: createPlainAdapter(),
  }),
};

/** Removes the time of the sign-in from a cookie, as older versions left it out. */
function forgetAge(browser: Browser): void {
  const token = cookieValue(browser).replace(/\.[0-9a-z]+\.[\w-]{43}$/, "");
  browser.setCookie(site, `${cookieName.session}=${token}; Path=/; Secure`);
}

describe("revoke({ user, before })", () => {
  for (const [kind, toConfig] of Object.entries(ageless)) {
    it(`revoke with \`before\` ends sessions of unknown age: ${kind}`, async () => {
      const flow = await createUserFlow({
        ...toConfig(),
        session: {
          strategy: "database",
          generateSessionToken: () => crypto.randomUUID(),
        },
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      forgetAge(browser);
      assert.ok(await readSession(browser));
      flow.op.user = { sub: "user-2", email: "grace@example.com" };
      const other = flow.createBrowser();
      await assertSignedIn(flow, other);
      forgetAge(other);
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      mock.timers.tick(HOUR);
      const auth = createAuth(flow.makeConfig());
      await auth.revoke({ user: String(user?.id), before: NOON + MINUTE });
      assert.equal(await readSession(browser), null);
      assert.ok(await readSession(other), "somebody else's session");
      flow.op.user = { sub: "user-1", email: "ada@example.com" };
      await assertSignedIn(flow, browser);
      await auth.revoke({ all: true, before: NOON + MINUTE });
      assert.equal(await readSession(other), null);
    });
  }
});
