import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { AuthConfig, JWT, Session } from "@latchkey/auth/types";
import { app, createApp, readSession, signIn } from "../testing/app_testkit.ts";
import { assertNotAccepted, createMoved, NOW, OWN } from "./bridge_testkit.ts";
import { createBridge, type OldSession } from "./engine/bridge.ts";

/** Sessions of a library of the test's own, by cookie value. */
const sessions = new Map<string, OldSession>();

const bridge = createBridge({
  name: "Old",
  hidden: [],
  candidates: (cookies) => cookies.candidates("old"),
  open: ({ text }) => {
    const session = sessions.get(text);
    if (text === "visitor") return { kind: "visitor" };
    return session === undefined
      ? { kind: "refused", reason: "forged" }
      : { kind: "session", session };
  },
  clear: (cookies) =>
    cookies.chunkNames("old").map((name) => ({
      name,
      attributes: { path: "/" },
    })),
});
const accept = [bridge];

beforeEach(() => {
  mock.timers.enable({ apis: ["Date"], now: NOW });
  sessions.clear();
  for (const userId of ["ada", "eve"]) {
    sessions.set(userId, {
      identity: userId,
      userId,
      name: userId,
      startedAt: null,
      writtenAt: NOW - 1000,
      endsAt: NOW + 7 * 86_400_000,
      content: {},
    });
  }
});
afterEach(() => mock.timers.reset());

/** A store whose calls fail once `down` is set. */
function createFailing(): Store & { down: boolean } {
  const store = createMemoryStore();
  const guard = <T>(call: () => T): T => {
    if (failing.down) throw new Error("the store is down");
    return call();
  };
  const failing = {
    down: false,
    get: (keys: readonly string[]) => guard(() => store.get(keys)),
    set: (...args: Parameters<Store["set"]>) => guard(() => store.set(...args)),
    delete: (key: string) => guard(() => store.delete(key)),
    compareAndSet: (...args: Parameters<Store["compareAndSet"]>) =>
      guard(() => store.compareAndSet(...args)),
  };
  return failing;
}

async function createDatabase(): Promise<Partial<AuthConfig>> {
  const adapter = createMemoryAdapter();
  for (const id of ["ada", "eve"]) {
    const email = `${id}@example.com`;
    await adapter.createUser({ id, name: id, email, emailVerified: null });
  }
  return { adapter };
}

const strategies = {
  jwt: () => Promise.resolve({}),
  database: createDatabase,
};

/** Returns the configuration with a pause in the middle of a session's move. */
function withPause(
  config: Partial<AuthConfig>,
  pause: () => Promise<void>,
): Partial<AuthConfig> {
  const { adapter } = config;
  if (adapter === undefined) {
    const jwt = async ({ token }: { token: JWT }) => {
      await pause();
      return token;
    };
    return { ...config, callbacks: { jwt } };
  }
  const createSession: Adapter["createSession"] = async (session) => {
    await pause();
    return await adapter.createSession?.(session) ?? session;
  };
  return { ...config, adapter: { ...adapter, createSession } };
}

for (const [strategy, toMore] of Object.entries(strategies)) {
  describe(`a session of another library, accepted into ${strategy}`, () => {
    it("a store that is down is an outage, not a sign-out, and keeps every cookie", async () => {
      const store = createFailing();
      const moved = createMoved({ accept }, { ...await toMore(), store });
      const browser = moved.createBrowser({ old: "ada" });
      store.down = true;
      const answer = await browser.send("/auth/session");
      assert.equal(answer.status, 503);
      assert.deepEqual([...browser.cookies.keys()], ["old"]);
      store.down = false;
      assert.equal((await browser.read())?.user?.id, "ada");
    });

    it("a `session` callback that cannot read it is logged once, and its visitor is signed out", async () => {
      const callbacks = {
        session: (
          { session, trigger }: {
            session: Session;
            trigger?: string | undefined;
          },
        ) => {
          if (trigger === "migrate") throw new TypeError("no such member");
          return session;
        },
      };
      const more = { ...await toMore(), callbacks };
      await assertNotAccepted(createMoved({ accept }, more), { old: "ada" });
    });

    it("a sign-out that cannot be recorded says so, and keeps the cookies", async () => {
      const store = createFailing();
      const moved = createMoved({ accept }, { ...await toMore(), store });
      const browser = moved.createBrowser({ old: "ada" });
      await browser.read();
      const { csrfToken } = await (await browser.send("/auth/csrf")).json();
      store.down = true;
      const answer = await browser.send("/auth/signout", {
        method: "POST",
        body: new URLSearchParams({ csrfToken }),
        headers: { origin: app, accept: "application/json" },
      });
      assert.ok(answer.status >= 500);
      assert.ok(browser.cookies.has("old") && browser.cookies.has(OWN));
    });

    it("a sign-out refuses a session that the old library renewed since", async () => {
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser({ old: "ada" });
      await browser.read();
      await browser.signOut();
      const known = sessions.get("ada");
      assert.ok(known !== undefined);
      sessions.set("renewed", {
        ...known,
        identity: "renewed",
        writtenAt: NOW + 1000,
      });
      mock.timers.setTime(NOW + 2000);
      assert.equal(await moved.createBrowser({ old: "renewed" }).read(), null);
    });

    for (const [what, sent] of [["", "ada"], [" renewed", "renewed"]]) {
      it(`a sign-out that overtakes the move of its${what} session ends it`, async () => {
        const known = sessions.get("ada");
        assert.ok(known !== undefined);
        sessions.set("renewed", { ...known, identity: "renewed" });
        const during = { act: null as (() => Promise<unknown>) | null };
        const more = withPause(await toMore(), async () => {
          const { act } = during;
          during.act = null;
          await act?.();
        });
        const moved = createMoved({ accept }, more);
        const browser = moved.createBrowser({ old: `${sent}` });
        const faster = moved.createBrowser({ old: "ada" });
        during.act = () => faster.signOut();
        assert.equal(await browser.read(), null);
        assert.equal(during.act, null);
        const rows = await more.adapter?.listSessionsByUserId?.("ada");
        assert.deepEqual(rows ?? [], []);
        assert.equal(await browser.read(), null);
        assert.equal(browser.cookies.has(OWN), false);
      });
    }

    it("the mark of a sign-out is not moved back by a process whose clock is slow", async () => {
      const moved = createMoved({ accept }, await toMore());
      const known = sessions.get("ada");
      assert.ok(known !== undefined);
      const add = (identity: string, startedAt: number | null) => {
        sessions.set(identity, { ...known, identity, startedAt });
        return moved.createBrowser({ old: identity });
      };
      mock.timers.setTime(NOW + 60_000);
      await add("first", null).signOut();
      mock.timers.setTime(NOW);
      await add("second", null).signOut();
      mock.timers.setTime(NOW + 120_000);
      assert.equal(await add("third", NOW + 30_000).read(), null);
      assert.notEqual(await add("fourth", NOW + 90_000).read(), null);
    });

    for (const what of [{ user: "ada" }, { all: true }] as const) {
      const title = JSON.stringify(what);
      it(`a revocation holds until old sessions are no longer accepted: ${title}`, async () => {
        const known = sessions.get("ada");
        assert.ok(known !== undefined);
        sessions.set("ada", { ...known, endsAt: null, startedAt: NOW });
        const session = { accept, maxAge: 3600, absoluteMaxAge: 86_400 };
        const moved = createMoved(session, await toMore());
        mock.timers.setTime(NOW + 1000);
        await createAuth(moved.config).revoke(what);
        mock.timers.setTime(NOW + 86_000_000);
        assert.equal(await moved.createBrowser({ old: "ada" }).read(), null);
      });
    }

    it("a sign-out ends one session of those that the old library stores, for good", async () => {
      const moved = createMoved({ accept }, await toMore());
      const known = sessions.get("ada");
      assert.ok(known !== undefined);
      for (const identity of ["one", "two"]) {
        sessions.set(identity, { ...known, identity, isStored: true });
      }
      await moved.createBrowser({ old: "one" }).signOut();
      assert.equal(await moved.createBrowser({ old: "one" }).read(), null);
      const other = await moved.createBrowser({ old: "two" }).read();
      assert.equal(other?.user?.id, "ada");
    });

    it("a proven sign-in after the sign-out is accepted", async () => {
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser({ old: "ada" });
      await browser.read();
      await browser.signOut();
      const known = sessions.get("ada");
      assert.ok(known !== undefined);
      const later = { ...known, identity: "later", startedAt: NOW + 5000 };
      sessions.set("later", later);
      mock.timers.setTime(NOW + 10_000);
      const again = await moved.createBrowser({ old: "later" }).read();
      assert.equal(again?.user?.id, "ada");
    });

    it("a revoked session of this library does not come back through the old cookie", async () => {
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser({ old: "ada" });
      await browser.read();
      const auth = createAuth(moved.config);
      await auth.revoke({ user: "ada" });
      assert.equal(await browser.read(), null);
      assert.equal(await browser.read(), null);
      assert.equal(browser.cookies.has("old"), false);
      const other = moved.createBrowser({ old: "eve" });
      assert.equal((await other.read())?.user?.id, "eve");
    });

    it("a session of this library that was revoked by its id does not come back, either", async () => {
      let sid = "";
      const more: Partial<AuthConfig> = await toMore();
      const moved = createMoved({ accept }, {
        ...more,
        callbacks: {
          session: ({ session, token }) => {
            sid = String(token?.sid ?? "");
            return session;
          },
        },
      });
      const browser = moved.createBrowser({ old: "ada" });
      await browser.read();
      const [row] = await more.adapter?.listSessionsByUserId?.("ada") ?? [];
      const session = row?.sessionToken ?? sid;
      assert.notEqual(session, "");
      mock.timers.tick(1000);
      await createAuth(moved.config).revoke({ session });
      assert.equal(await browser.read(), null);
      assert.equal(await moved.createBrowser({ old: "ada" }).read(), null);
    });

    it("sessions of two users in one browser are refused", async () => {
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser();
      const answer = await browser.send("/auth/session", {
        headers: { cookie: "old=ada; old=eve" },
      });
      assert.equal(await answer.json(), null);
      assert.ok(moved.lines.some((line) => line.includes("two-sessions")));
    });

    it("a prefetch shows the session and sets no cookie", async () => {
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser({ old: "ada" });
      const answer = await browser.send("/auth/session", {
        headers: { "sec-purpose": "prefetch" },
      });
      assert.equal((await answer.json()).user.id, "ada");
      assert.deepEqual(answer.headers.getSetCookie(), []);
    });

    it("a form that was shown before the move of its session still works", async () => {
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser({ old: "ada" });
      const { csrfToken } = await (await browser.send("/auth/csrf")).json();
      await browser.read();
      const answer = await browser.send("/auth/signout", {
        method: "POST",
        body: new URLSearchParams({ csrfToken }),
        headers: { origin: app },
      });
      assert.equal(answer.status, 303);
      assert.equal(await browser.read(), null);
    });

    it("a visitor of the old library is nobody, without a log line", async () => {
      const moved = createMoved({ accept }, await toMore());
      assert.equal(await moved.createBrowser({ old: "visitor" }).read(), null);
      assert.deepEqual(
        moved.lines.filter((line) => line.includes("session-accept")),
        [],
      );
    });

    it("the cookie of a visitor who was not to be remembered ends with the browser", async () => {
      const known = sessions.get("ada");
      assert.ok(known !== undefined);
      sessions.set("transient", { ...known, isTransient: true });
      const moved = createMoved({ accept }, await toMore());
      const browser = moved.createBrowser({ old: "transient" });
      const answer = await browser.send("/auth/session");
      const [line = ""] = answer.headers.getSetCookie();
      assert.ok(line.startsWith(`${OWN}=`));
      assert.doesNotMatch(line, /max-age/i);
    });

    it("the session ends with the old one, and a sign-in of it long ago is not fresh", async () => {
      const moved = createMoved({ accept }, await toMore());
      const session = await moved.createBrowser({ old: "ada" }).read();
      const ends = Date.parse(session?.expires ?? "");
      assert.ok(ends <= NOW + 7 * 86_400_000);
    });
  });
}

describe("sessions of another library", () => {
  for (const [strategy, toMore] of Object.entries(strategies)) {
    it(`a sign-in as another user ends the old session for good, with the strategy ${strategy}`, async () => {
      const site = await createApp({
        config: {
          ...await toMore(),
          session: { accept, acceptUntil: "2027-02-01" },
        },
      });
      const { browser, op } = site;
      browser.setCookie(app, "old=ada; Path=/; Secure");
      await browser.goto(`${app}/`);
      assert.equal((await readSession(site.browser))?.user?.name, "ada");
      op.user = { sub: "eve-at-op", name: "Eve", email: "new@example.com" };
      await signIn(site.browser);
      assert.equal((await readSession(site.browser))?.user?.name, "Eve");
      browser.deleteCookie(app, OWN);
      browser.setCookie(app, "old=ada; Path=/; Secure");
      assert.equal(await readSession(site.browser), null);
    });
  }

  it("a sign-in in a browser with an old cookie only ends the old session", async () => {
    const site = await createApp({
      config: {
        session: { accept, acceptUntil: "2027-02-01" },
      },
    });
    const { browser, op } = site;
    op.user = { sub: "eve-at-op", name: "Eve", email: "eve@example.com" };
    browser.setCookie(app, "old=ada; Path=/; Secure");
    await signIn(site.browser);
    assert.equal((await readSession(site.browser))?.user?.name, "Eve");
    browser.deleteCookie(app, OWN);
    assert.equal(await readSession(site.browser), null);
  });

  it("claims without room in the cookie are left out, and the log says which", async () => {
    const known = sessions.get("ada");
    assert.ok(known !== undefined);
    const claims = { role: "admin", accessToken: "t".repeat(9000) };
    sessions.set("large", { ...known, claims });
    const moved = createMoved({ accept }, {
      callbacks: {
        session: ({ session, token }) => ({ ...session, token }),
      },
    });
    const session = await moved.createBrowser({ old: "large" }).read();
    const { token } = session as unknown as { token: JWT };
    assert.equal(token.role, "admin");
    assert.equal(token.accessToken, undefined);
    assert.ok(moved.lines.some((line) => line.includes("`accessToken`")));
    assert.ok(!moved.lines.some((line) => line.includes("tttt")));
  });

  it("an unknown cookie is refused once, and stays", async () => {
    await assertNotAccepted(createMoved({ accept }), { old: "forged" });
  });
});
