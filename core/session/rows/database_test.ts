import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Session,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { AdapterError, ConfigurationError } from "@latchkey/auth/errors";
import type { Browser } from "@latchkey/auth/testing";
import {
  createFaultAdapter,
  createPlainAdapter,
  createTables,
  createUserFlow,
  type UserFlow,
} from "../../accounts/users_testkit.ts";
import { hash } from "../../crypto/hash.ts";
import {
  approach,
  arrive,
  assertNoSecrets,
  assertSignedIn,
  cookieValue,
  post,
  readSession,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest, until } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 5, 15, 12);
const name = "__Host-latchkey.session";

function plant(browser: Browser, token: string): void {
  browser.setCookie(site, `${name}=${token}; Path=/; Secure`);
}

/** Creates a site with a signed-in user and an adapter that counts. */
async function createSignedIn(
  config: Partial<AuthConfig> = {},
  inner: Adapter = createMemoryAdapter(),
) {
  const faults = createFaultAdapter(inner);
  const flow = await createUserFlow({ ...config, adapter: faults.adapter });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  faults.calls.length = 0;
  return { flow, browser, faults, inner };
}

describe("the token of a database session", () => {
  it("the token is 32 random bytes and a time, and the adapter gets its hash [ASVS-7.2.3]", async () => {
    const { browser, inner } = await createSignedIn();
    const token = cookieValue(browser);
    assert.match(token, /^[A-Za-z0-9_-]{43}\.[0-9a-z]{8,9}$/);
    const [known] = await inner.listSessionsByUserId?.(
      (await inner.getUserByEmail?.("ada@example.com"))?.id ?? "",
    ) ?? [];
    assert.equal(known?.sessionToken, await hash(token));
  });

  it("an adapter that does not ask for hashes gets the plain token", async () => {
    const tables = createTables();
    const { browser } = await createSignedIn({}, createPlainAdapter(tables));
    assert.equal(tables.sessions[0]?.sessionToken, cookieValue(browser));
  });

  it("the stored value does not sign a visitor in [V24]", async () => {
    const { flow, browser } = await createSignedIn();
    const thief = flow.createBrowser();
    plant(thief, await hash(cookieValue(browser)));
    assert.equal(await readSession(thief), null);
  });

  it("the application may make the token", async () => {
    const made = "x".repeat(10) + crypto.randomUUID();
    const { flow, browser } = await createSignedIn({
      session: { generateSessionToken: () => made },
    });
    assert.equal(cookieValue(browser), made);
    assert.ok(await readSession(browser));
    assertNoSecrets(flow, flow.answers.at(-1) as never);
  });

  it("no session starts if the application's generator returns no safe token [F35]", async () => {
    const bad: unknown[] = [
      "short",
      "",
      null,
      7,
      "x".repeat(2000),
      "a b;c".repeat(9),
    ];
    for (const token of bad) {
      const flow = await createUserFlow({
        session: { generateSessionToken: () => token as string },
      });
      const browser = flow.createBrowser();
      const page = await arrive(browser, await approach(browser));
      assert.match(page.url, /error=Configuration/);
      assert.equal(cookieValue(browser), "");
      assert.equal(await readSession(browser), null);
    }
  });
});

describe("reading a database session", () => {
  it("a read makes one query, and writes nothing that is not due", async () => {
    const { flow, browser, faults } = await createSignedIn();
    const answer = await browser.fetch(`${site}/auth/session`);
    assert.deepEqual(Object.keys(await answer.json()), [
      "user",
      "expires",
      "authentication",
    ]);
    assert.deepEqual(faults.calls, ["getSessionAndUser"]);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    const auth = createAuth(flow.makeConfig());
    const request = toRequest(browser);
    await auth.session(request);
    await auth.session(request);
    assert.equal(faults.calls.length, 2);
  });

  it("a read without a cookie makes no query", async () => {
    const { flow, faults } = await createSignedIn();
    assert.equal(await readSession(flow.createBrowser()), null);
    assert.deepEqual(faults.calls, []);
  });

  it("a read returns id, name, email and image, and never the token, whatever the callback returns", async () => {
    const seen: object[] = [];
    const { browser } = await createSignedIn({
      callbacks: {
        session: (message) => {
          seen.push(message);
          return message.session;
        },
      },
    });
    const session = await readSession(browser);
    assert.deepEqual(Object.keys(session?.user ?? {}), [
      "id",
      "name",
      "email",
      "image",
    ]);
    assert.deepEqual(Object.keys(seen[0] ?? {}).sort(), ["session", "user"]);
    const token = cookieValue(browser);
    for (const text of [JSON.stringify(seen), JSON.stringify(session)]) {
      assert.ok(!text.includes(token) && !text.includes(await hash(token)));
    }
  });

  it("a read by POST passes the data to the callback and stores none of it", async () => {
    const seen: Record<string, unknown>[] = [];
    const { browser, faults } = await createSignedIn({
      callbacks: {
        session: (message) => {
          seen.push(message);
          return message.session;
        },
      },
    });
    const csrf = await (await browser.fetch(`${site}/auth/csrf`)).json();
    faults.calls.length = 0;
    const answer = await browser.fetch(`${site}/auth/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...csrf, data: { name: "Eve" } }),
    });
    const session: Session = await answer.json();
    assert.equal(session.user?.name, "Ada Lovelace");
    assert.deepEqual(faults.calls, ["getSessionAndUser"]);
    const { newSession, trigger } = seen.at(-1) ?? {};
    assert.deepEqual([newSession, trigger], [{ name: "Eve" }, "update"]);
  });

  it("a read with two different valid cookies is refused, because one of them was planted", async () => {
    const { flow, browser } = await createSignedIn();
    const other = flow.createBrowser();
    await assertSignedIn(flow, other);
    const cookie = `${name}=${cookieValue(browser)}; ${name}=${
      cookieValue(other)
    }`;
    const headers = { cookie };
    const answer = await flow.handler(
      new Request(`${site}/auth/session`, { headers }),
    );
    assert.equal(await answer.json(), null);
  });

  it("a HEAD request changes nothing", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser, faults } = await createSignedIn();
    mock.timers.tick(2 * DAY);
    const { headers } = toRequest(browser);
    await flow.handler(
      new Request(`${site}/auth/session`, { method: "HEAD", headers }),
    );
    assert.deepEqual(faults.calls, ["getSessionAndUser"]);
  });
});

describe("the life of a database session", () => {
  it("the session and its cookie are renewed when updateAge has passed", async () => {
    for (const inner of [createMemoryAdapter(), createPlainAdapter()]) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { browser, faults } = await createSignedIn({}, inner);
      const token = cookieValue(browser);
      mock.timers.tick(DAY - 1000);
      await readSession(browser);
      assert.deepEqual(faults.calls, ["getSessionAndUser"]);
      mock.timers.tick(1000);
      const answer = await browser.fetch(`${site}/auth/session`);
      const { expires } = await answer.json();
      assert.equal(expires, new Date(NOON + 31 * DAY).toISOString());
      assert.deepEqual(faults.calls.slice(1), [
        "getSessionAndUser",
        "updateSession",
        // Read before a cookie is written: another process may have ended the session.
        "getSessionAndUser",
      ]);
      const [cookie = ""] = answer.headers.getSetCookie();
      assert.ok(cookie.startsWith(`${name}=${token};`));
      assert.match(cookie, /Max-Age=2592000/);
      faults.calls.length = 0;
      await readSession(browser);
      assert.deepEqual(faults.calls, ["getSessionAndUser"]);
      mock.timers.reset();
    }
  });

  it("the session is written at each read with updateAge 0", async () => {
    const { browser, faults } = await createSignedIn({
      session: { updateAge: 0 },
    }, createPlainAdapter());
    await readSession(browser);
    await readSession(browser);
    const writes = faults.calls.filter((one) => one === "updateSession");
    assert.equal(writes.length, 2);
  });

  it("the session is not renewed by a prefetch [4.20]", async () => {
    const { browser, faults } = await createSignedIn({
      session: { updateAge: 0 },
    }, createPlainAdapter());
    const headers = { "sec-purpose": "prefetch" };
    const answer = await browser.fetch(`${site}/auth/session`, { headers });
    assert.ok((await answer.json())?.user);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    assert.ok(!faults.calls.includes("updateSession"));
  });

  it("tabs that read at once when a renewal is due write once, and all stay signed in [SES-10]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { browser, faults } = await createSignedIn({}, createPlainAdapter());
    mock.timers.tick(2 * DAY);
    const seen = await Promise.all([1, 2, 3].map(() => readSession(browser)));
    assert.ok(seen.every((one) => one?.user));
    const writes = faults.calls.filter((one) => one === "updateSession");
    assert.equal(writes.length, 1);
    assert.ok(await readSession(browser));
  });

  it("the session works if its renewal fails, and no cookie outlives the row [5.2]", async () => {
    for (const kind of ["throw", "reject"] as const) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { flow, browser, faults } = await createSignedIn();
      mock.timers.tick(2 * DAY);
      faults.fault = { at: "updateSession", kind };
      const answer = await browser.fetch(`${site}/auth/session`);
      const { expires } = await answer.json();
      assert.equal(expires, new Date(NOON + 30 * DAY).toISOString());
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.ok(flow.log.some(({ text }) => text.includes("updateSession")));
      faults.fault = null;
      const later = await browser.fetch(`${site}/auth/session`);
      assert.equal(later.headers.getSetCookie().length, 1, "not tried again");
      mock.timers.reset();
    }
  });

  it("the session ends if it is unused, and its row is removed [ASVS-7.3.1]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const tables = createTables();
    const { browser, flow } = await createSignedIn(
      {},
      createPlainAdapter(tables),
    );
    const token = cookieValue(browser);
    mock.timers.tick(30 * DAY);
    plant(browser, token);
    const answer = await browser.fetch(`${site}/auth/session`);
    assert.equal(await answer.json(), null);
    assert.match(answer.headers.getSetCookie().join(), /Max-Age=0/);
    assert.equal(tables.sessions.length, 0);
    assert.deepEqual(flow.log.filter(({ level }) => level === "error"), []);
  });

  it("the session ends absolutely, however much it is used and whatever the adapter keeps [ASVS-7.3.2]", async () => {
    for (const inner of [createMemoryAdapter(), createPlainAdapter()]) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { browser, faults } = await createSignedIn({
        session: { absoluteMaxAge: 10 * DAY / 1000, maxAge: 4 * DAY / 1000 },
      }, inner);
      const token = cookieValue(browser);
      for (let day = 1; day < 10; day++) {
        mock.timers.tick(DAY);
        const session = await readSession(browser);
        assert.ok(session, `day ${day}`);
        assert.ok(Date.parse(session.expires) <= NOON + 10 * DAY);
      }
      // Near the end, only the time of use is left to write.
      faults.calls.length = 0;
      mock.timers.tick(1000);
      await readSession(browser);
      assert.deepEqual(faults.calls, ["getSessionAndUser"]);
      mock.timers.tick(DAY);
      plant(browser, token);
      assert.equal(await readSession(browser), null);
      mock.timers.reset();
    }
  });

  it("a sign-in has the adapter remove what has expired, and does not fail if that fails", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const tables = createTables();
    const removed: Date[] = [];
    const { flow } = await createSignedIn({}, {
      ...createPlainAdapter(tables),
      deleteExpired: (now) => {
        removed.push(now);
        throw new Error("the table is locked");
      },
    });
    assert.deepEqual(removed, [new Date(NOON)]);
    mock.timers.tick(DAY);
    await assertSignedIn(flow);
    assert.deepEqual(removed, [new Date(NOON), new Date(NOON + DAY)]);
  });

  it("an expired row that is still there gives no session, everywhere [SES-04]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const inner = createMemoryAdapter();
    const { deleteSession: _, ...rest } = inner;
    // A row that cannot be removed.
    const { flow, browser } = await createSignedIn({}, {
      ...rest,
      deleteExpired: () => 0,
      deleteSession: () => null,
    });
    const token = cookieValue(browser);
    mock.timers.tick(31 * DAY);
    plant(browser, token);
    assert.equal(await readSession(browser), null);
    plant(browser, token);
    assert.match(
      (await (await post(browser, "link/op")).json()).url,
      /SignInRequired/,
    );
    assert.match(
      (await (await post(browser, "unlink/op")).json()).url,
      /SignInRequired/,
    );
    const auth = createAuth(flow.makeConfig());
    assert.deepEqual(await auth.listSessions(toRequest(browser)), []);
    const updated = await auth.updateSession(toRequest(browser), {});
    assert.equal(updated.session, null);
    const late = await flow.handler(
      toRequest(browser, "/auth/callback/op?code=x&state=y"),
    );
    assert.match(late.headers.get("location") ?? "", /error=InvalidCheck/);
  });

  it("malformed rows give no session or an error, and never a user [A52, 5.2]", async () => {
    const past = new Date(Date.now() - 1000);
    const future = new Date(Date.now() + DAY);
    const user = { id: "1", email: "a@example.com", emailVerified: null };
    const row = { sessionToken: await hash("t".repeat(43)), userId: "1" };
    const nobody: unknown[] = [
      null,
      undefined,
      { session: null, user },
      { session: { ...row, expires: future }, user: null },
      { session: { ...row, expires: past }, user },
      { session: { ...row, expires: past.toISOString() }, user },
      { session: { ...row, expires: past.getTime() }, user },
      { session: { ...row, sessionToken: "other", expires: future }, user },
    ];
    const errors: unknown[] = [
      7,
      "x",
      { session: { ...row, expires: "soon" }, user },
      { session: { ...row, expires: null }, user },
      { session: { ...row, expires: true }, user },
      { session: { ...row, expires: new Date(NaN) }, user },
      { session: { ...row, expires: future }, user: { ...user, id: null } },
      { session: { ...row, expires: future }, user: { ...user, id: {} } },
      { session: { ...row, expires: future }, user: { ...user, id: 2 ** 60 } },
    ];
    const somebody: unknown[] = [
      { session: { ...row, expires: future.toISOString() }, user },
      { session: { ...row, expires: future.getTime() }, user },
      { session: { ...row, expires: future }, user: { ...user, id: 7n } },
      Object.freeze({
        session: Object.freeze({ ...row, expires: future }),
        user: Object.freeze({ ...user, extra: 1n }),
      }),
    ];
    const ask = async (found: unknown) => {
      const adapter = {
        ...createMemoryAdapter(),
        getSessionAndUser: () => found as never,
      };
      const flow = await createUserFlow({ adapter });
      const browser = flow.createBrowser();
      plant(browser, "t".repeat(43));
      return (await browser.fetch(`${site}/auth/session`)).text();
    };
    for (const one of nobody) assert.equal(await ask(one), "null");
    for (const one of errors) {
      assert.match(await ask(one), /"AdapterError"/);
    }
    for (const one of somebody) assert.match(await ask(one), /a@example.com/);
  });
});

describe("an outage of the database", () => {
  for (const kind of ["throw", "reject", "hang"] as const) {
    it(`an adapter that ${kind}s is an error and never "signed out"`, async () => {
      mock.timers.enable({ apis: ["setTimeout"] });
      const { flow, browser, faults } = await createSignedIn();
      faults.fault = { at: "getSessionAndUser", kind };
      const auth = createAuth(flow.makeConfig());
      await assert.rejects(
        auth.session(toRequest(browser)),
        (error: unknown) =>
          error instanceof AdapterError && error.status === 503,
      );
      await assert.rejects(auth.require(toRequest(browser)), AdapterError);
      const answer = await browser.fetch(`${site}/auth/session`);
      assert.equal(answer.status, 503);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assertNoSecrets(flow, flow.answers.at(-1) as never);
      faults.fault = null;
      assert.ok(await readSession(browser));
    });
  }

  it("signing out reports the outage, and the session is not lost [SES-07]", async () => {
    const { flow, browser, faults } = await createSignedIn();
    faults.fault = { at: "deleteSession", kind: "reject" };
    const answer = await post(browser, "signout");
    assert.match((await answer.json()).url, /error=SignOutError/);
    assert.deepEqual(
      answer.headers.getSetCookie().filter((one) => one.startsWith(name)),
      [],
    );
    assert.ok(!flow.names().includes("signOut"));
    faults.fault = null;
    assert.ok(await readSession(browser));
  });
});

describe("a new session", () => {
  it("a new session replaces a planted one, whose row is removed [SES-01]", async () => {
    const tables = createTables();
    const { flow, browser } = await createSignedIn(
      {},
      createPlainAdapter(tables),
    );
    const known = cookieValue(browser);
    flow.op.user = { sub: "victim", name: "Vic", email: "vic@example.com" };
    const victim = flow.createBrowser();
    plant(victim, known);
    const seen = await assertSignedIn(flow, victim);
    assert.equal(seen.user?.email, "vic@example.com");
    assert.notEqual(cookieValue(victim), known);
    assert.equal(await readSession(browser), null);
    assert.equal(tables.sessions.length, 1);
    const garbage = flow.createBrowser();
    plant(garbage, "attacker-known");
    await assertSignedIn(flow, garbage);
    assert.notEqual(cookieValue(garbage), "attacker-known");
  });

  it("a user gets a new session at each sign-in, and the old row is removed [SES-02, ASVS-7.2.4]", async () => {
    const tables = createTables();
    const { flow, browser } = await createSignedIn(
      {},
      createPlainAdapter(tables),
    );
    const before = cookieValue(browser);
    await assertSignedIn(flow, browser);
    assert.notEqual(cookieValue(browser), before);
    assert.equal(tables.sessions.length, 1);
    const copy = flow.createBrowser();
    plant(copy, before);
    assert.equal(await readSession(copy), null);
  });

  it("updateSession with rotate makes a new session, keeps its beginning, and ends the old one [SES-09]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser } = await createSignedIn();
    const before = cookieValue(browser);
    mock.timers.tick(DAY / 2);
    const auth = createAuth(flow.makeConfig());
    const request = toRequest(browser);
    const { headers, session } = await auth.updateSession(request, {}, {
      rotate: true,
    });
    assert.ok(session);
    const [cookie = ""] = headers.getSetCookie();
    const after = /=([^;]+)/.exec(cookie)?.[1] ?? "";
    assert.notEqual(after, before);
    assert.equal(after.split(".")[1], before.split(".")[1]);
    assert.ok((await auth.session(request)).session, "in the same request");
    assert.equal(await readSession(browser), null, "the old one lives on");
    plant(browser, after);
    assert.ok(await readSession(browser));
  });
});

describe("signing out of a database session", () => {
  it("signing out removes the row, fires the event without the token, and ends copies [ASVS-7.4.1]", async () => {
    const { flow, browser, inner } = await createSignedIn();
    const token = cookieValue(browser);
    await post(browser, "signout");
    assert.equal(await inner.getSessionAndUser?.(await hash(token)), null);
    const [name, message] = flow.told.at(-1) ?? [];
    assert.equal(name, "signOut");
    assert.deepEqual(Object.keys(message ?? {}), ["session"]);
    const told = message?.session as Record<string, unknown>;
    assert.equal(told.sessionToken, await hash(token));
    assert.ok(told.userId);
    const copy = flow.createBrowser();
    plant(copy, token);
    assert.equal(await readSession(copy), null);
  });

  it("signing out reveals no token of an adapter that stores plain tokens", async () => {
    const { flow, browser } = await createSignedIn({}, createPlainAdapter());
    const token = cookieValue(browser);
    await post(browser, "signout");
    assert.ok(!JSON.stringify(flow.told.at(-1)).includes(token));
  });

  it("signing out twice, without a session, or with garbage is no error [SES-08]", async () => {
    const { flow, browser } = await createSignedIn({}, createPlainAdapter());
    for (const token of [null, null, "garbage", "x".repeat(3000)]) {
      if (token !== null) plant(browser, token);
      const answer = await post(browser, "signout");
      assert.equal((await answer.json()).url, `${site}/`);
      assert.equal(cookieValue(browser), "");
    }
    assert.equal(flow.names().filter((one) => one === "signOut").length, 1);
  });

  it("a read in progress does not restore a signed-out session [SES-06]", async () => {
    let release = () => {};
    let isSlow = false;
    const { flow, browser } = await createSignedIn({
      callbacks: {
        session: async ({ session }) => {
          if (isSlow) await new Promise<void>((done) => release = done);
          return session;
        },
      },
    });
    const token = cookieValue(browser);
    isSlow = true;
    const slow = flow.handler(toRequest(browser, "/auth/session"));
    await until(() => release.name !== "release");
    isSlow = false;
    await post(browser, "signout");
    release();
    await slow;
    plant(browser, token);
    assert.equal(await readSession(browser), null);
  });
});

describe("revoking database sessions", () => {
  const two = async (inner: Adapter, config: Partial<AuthConfig> = {}) => {
    const { flow, browser } = await createSignedIn(config, inner);
    const other = flow.createBrowser();
    await assertSignedIn(flow, other);
    const user = await inner.getUserByEmail?.("ada@example.com");
    const auth = createAuth(flow.makeConfig());
    return { flow, browser, other, auth, id: String(user?.id) };
  };

  it("revoking ends one session, all of a user, or all of all users, and a new sign-in works [ASVS-7.4.5]", async () => {
    for (const create of [createMemoryAdapter, createPlainAdapter]) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const store = createMemoryStore();
      const { flow, browser, other, auth, id } = await two(create(), { store });
      const token = cookieValue(browser);
      const key = create === createMemoryAdapter ? await hash(token) : token;
      await auth.revoke({ session: key });
      assert.equal(await readSession(browser), null);
      assert.ok(await readSession(other));
      await auth.revoke({ session: key });
      await auth.revoke({ user: "somebody else" });
      assert.ok(await readSession(other));
      await auth.revoke({ user: id });
      assert.equal(await readSession(other), null);
      mock.timers.tick(1);
      await assertSignedIn(flow, other);
      await auth.revoke({ all: true });
      assert.equal(await readSession(other), null);
      mock.timers.tick(1);
      await assertSignedIn(flow, other);
      mock.timers.reset();
    }
  });

  it("revoking ends only sessions that began before a moment", async () => {
    for (const create of [createMemoryAdapter, createPlainAdapter]) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { flow, browser, auth, id } = await two(create());
      mock.timers.tick(60_000);
      const late = flow.createBrowser();
      await assertSignedIn(flow, late);
      mock.timers.tick(60_000);
      await auth.revoke({ user: id, before: new Date(NOON + 30_000) });
      assert.equal(await readSession(browser), null);
      assert.ok(await readSession(late));
      await auth.revoke({ all: true, before: NOON + 90_000 });
      assert.equal(await readSession(late), null);
      mock.timers.reset();
    }
  });

  it("a session is read without the store if the adapter can remove rows, and the provider sends no logout tokens", async () => {
    let asked = 0;
    const inner = createMemoryStore();
    const store = {
      ...inner,
      get: (keys: readonly string[]) => (asked++, inner.get(keys)),
    };
    const adapter = createMemoryAdapter();
    const entry = { backchannelLogout: false };
    const flow = await createUserFlow({ adapter, store }, { entry });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    asked = 0;
    assert.ok(await readSession(browser));
    assert.equal(asked, 0);
  });
});

describe("listSessions", () => {
  const auth = ({ makeConfig }: UserFlow) => createAuth(makeConfig());

  it("listSessions returns the user's sessions, with ids that revoke takes", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser } = await createSignedIn();
    mock.timers.tick(1000);
    const other = flow.createBrowser();
    await assertSignedIn(flow, other);
    flow.op.user = { sub: "bob", name: "Bob", email: "bob@example.com" };
    await assertSignedIn(flow);
    const list = await auth(flow).listSessions(toRequest(browser));
    assert.deepEqual(list.map(({ current }) => current), [false, true]);
    const [first, second] = list;
    assert.deepEqual(second?.createdAt, new Date(NOON));
    assert.deepEqual(second?.lastSeenAt, new Date(NOON));
    assert.deepEqual(second?.expires, new Date(NOON + 30 * DAY));
    const text = JSON.stringify(list);
    assert.ok(!text.includes(cookieValue(browser)));
    await auth(flow).revoke({ session: first?.id ?? "" });
    assert.equal(await readSession(other), null);
    assert.ok(await readSession(browser));
    const left = await auth(flow).listSessions(toRequest(browser));
    assert.equal(left.length, 1);
  });

  it("listSessions returns the browser's name for itself, cut and printable", async () => {
    const flow = await createUserFlow();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    const { headers } = toRequest(browser);
    const agent = "Mozilla/5.0 \u00e9" + "x".repeat(900);
    headers.set("user-agent", agent);
    const answer = await flow.handler(new Request(callback, { headers }));
    const [cookie = ""] = answer.headers.getSetCookie()
      .filter((one) => one.startsWith(name));
    const [mine] = await auth(flow).listSessions(
      new Request(site, { headers: { cookie } }),
    );
    assert.equal(mine?.userAgent?.length, 512);
    assert.match(mine?.userAgent ?? "", /^Mozilla\/5\.0 x+$/);
  });

  it("listSessions is empty for a signed-out visitor", async () => {
    const flow = await createUserFlow();
    const list = await auth(flow).listSessions(new Request(site));
    assert.deepEqual(list, []);
  });

  it("listSessions says which methods it needs", async () => {
    const configs: Partial<AuthConfig>[] = [
      { session: { strategy: "jwt" } },
      { adapter: createPlainAdapter() },
    ];
    for (const config of configs) {
      const flow = await createUserFlow(config);
      await assert.rejects(
        auth(flow).listSessions(new Request(site)),
        (error: unknown) =>
          error instanceof ConfigurationError &&
          /listSessionsByUserId/.test(error.message),
      );
    }
  });
});
