import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type SessionPage,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConfigurationError, InvalidRequest } from "@latchkey/auth/errors";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
} from "../../accounts/users_testkit.ts";
import {
  assertSignedIn,
  cookieValue,
  readSession,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

async function createSignedIn(config: Partial<AuthConfig> = {}) {
  const flow = await createUserFlow(config);
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const user = await flow.adapter.getUserByEmail?.("ada@example.com");
  return {
    flow,
    browser,
    auth: createAuth(flow.makeConfig()),
    userId: String(user?.id),
  };
}

describe("a list of sessions", () => {
  it("listing is refused for an adapter that stores plain tokens, because the list would reveal them", async () => {
    const { hashedTokens: _, ...adapter } = createMemoryAdapter();
    const { auth, browser } = await createSignedIn({ adapter });
    await assert.rejects(
      auth.listSessions(toRequest(browser)),
      (error) =>
        error instanceof ConfigurationError &&
        /hashedTokens/.test(error.message),
    );
  });

  it("the list contains no ended session, whatever the adapter returns", async () => {
    const inner = createMemoryAdapter();
    const all = new Map<string, Parameters<typeof inner.createSession>[0]>();
    const adapter: Adapter = {
      ...inner,
      createSession: (session) => {
        all.set(session.sessionToken, session);
        return inner.createSession(session);
      },
      // Some databases remove expired rows only after a while.
      listSessionsByUserId: (userId) =>
        [...all.values()].filter((one) => one.userId === userId),
    };
    const { flow, auth, browser, userId } = await createSignedIn({ adapter });
    const now = NOON + DAY;
    // Hashes have this length.
    const add = (name: string, expires: number, createdAt: number) =>
      adapter.createSession?.({
        sessionToken: name.padEnd(43, "-"),
        userId,
        expires: new Date(expires),
        createdAt: new Date(createdAt),
        lastSeenAt: new Date(createdAt),
        userAgent: null,
      });
    const absolute = 90 * DAY;
    await add("expired", now, NOON);
    await add("nearly-expired", now + 1, NOON);
    await add("too-old", now + DAY, now - absolute);
    await add("nearly-too-old", now + DAY, now - absolute + 1);
    mock.timers.setTime(now);
    const own = createAuth({
      ...flow.makeConfig(),
      session: { absoluteMaxAge: absolute / 1000 },
    });
    const ids = (await own.listSessions(toRequest(browser)))
      .map(({ id, current }) => current ? "current" : id.replace(/-+$/, ""))
      .sort();
    assert.deepEqual(ids, ["current", "nearly-expired", "nearly-too-old"]);
    assert.ok((await auth.session(toRequest(browser))).session);
  });

  it("the list is that of the signed-in user, and an ended session gets none", async () => {
    const { flow, auth, browser, userId } = await createSignedIn();
    flow.op.user = { sub: "user-2", email: "grace@example.com" };
    await assertSignedIn(flow, flow.createBrowser());
    assert.equal((await auth.listSessions(toRequest(browser))).length, 1);
    await auth.revoke({ user: userId });
    flow.op.user = { sub: "user-1", email: "ada@example.com" };
    await assertSignedIn(flow, flow.createBrowser());
    assert.deepEqual(await auth.listSessions(toRequest(browser)), []);
  });
});

describe("pages of sessions", () => {
  const toName = ({ id }: { readonly id: string }) => id.replace(/-+$/, "");

  /** A user with a session of each hour before this one, and two without a time. */
  async function createMany(adapter: Adapter) {
    const signedIn = await createSignedIn({ adapter });
    const add = (name: string, createdAt?: Date) =>
      adapter.createSession?.({
        // Hashes have this length.
        sessionToken: name.padEnd(43, "-"),
        userId: signedIn.userId,
        expires: new Date(NOON + DAY),
        ...(createdAt && { createdAt }),
      });
    for (const name of ["a", "b", "c", "d", "e"]) {
      await add(name, new Date(NOON - name.charCodeAt(0) * HOUR));
    }
    await add("same", new Date(NOON - "e".charCodeAt(0) * HOUR));
    await add("no-time-1");
    await add("no-time-2");
    // A row of another library, whose token no page and no cursor may show.
    await adapter.createSession?.({
      sessionToken: "a-plain-token",
      userId: signedIn.userId,
      expires: new Date(NOON + DAY),
      createdAt: new Date(NOON - 98.5 * HOUR),
    });
    return signedIn;
  }

  const withoutPages = () => {
    const { listSessionPage: _, ...adapter } = createMemoryAdapter();
    return adapter;
  };
  const adapters = {
    "an adapter with pages": createMemoryAdapter,
    "an adapter that lists all sessions": withoutPages,
  };
  for (const [name, create] of Object.entries(adapters)) {
    it(`pages give each session once, newest first, from ${name}`, async () => {
      const { auth, browser } = await createMany(create());
      const request = toRequest(browser);
      for (const limit of [1, 2, 3, 9, 50]) {
        const names: string[] = [];
        let cursor: string | null = null;
        do {
          const page: SessionPage = await auth.listSessions(request, {
            limit,
            cursor,
          });
          assert.ok(page.sessions.length <= limit);
          names.push(
            ...page.sessions.map((one) =>
              one.current ? "current" : toName(one)
            ),
          );
          cursor = page.cursor;
          assert.doesNotMatch(cursor ?? "", /plain/);
        } while (cursor !== null);
        const dated = ["current", "a", "b", "c", "d", "same", "e"];
        assert.deepEqual(names, [...dated, "no-time-2", "no-time-1"]);
      }
    });

    it(`a page goes on behind a session that was revoked meanwhile, from ${name}`, async () => {
      const { auth, browser } = await createMany(create());
      const request = toRequest(browser);
      const { sessions, cursor } = await auth.listSessions(request, {
        limit: 3,
      });
      await auth.revoke({ session: sessions.at(-1)?.id ?? "" });
      const next = await auth.listSessions(request, { limit: 2, cursor });
      assert.deepEqual(next.sessions.map(toName), ["c", "d"]);
    });
  }

  it("a cursor of another form and a limit out of range are refused", async () => {
    const { auth, browser } = await createSignedIn();
    const request = toRequest(browser);
    for (const cursor of ["", "x", "1.x", `1e3.${"a".repeat(43)}`]) {
      await assert.rejects(
        auth.listSessions(request, { cursor }),
        InvalidRequest,
      );
    }
    for (const limit of [0, -1, 1.5, NaN, 1001]) {
      await assert.rejects(
        auth.listSessions(request, { limit }),
        ConfigurationError,
      );
    }
  });

  it("a visitor without a session gets an empty page", async () => {
    const { auth } = await createSignedIn();
    const page = await auth.listSessions(new Request(site), {});
    assert.deepEqual(page, { sessions: [], cursor: null });
  });
});

describe("revoke", () => {
  it("revoke with `before` is refused, and ends nothing, if the adapter does not store when sessions began", async () => {
    const { sessionDetails: _, ...adapter } = createMemoryAdapter();
    const { auth, browser, userId } = await createSignedIn({ adapter });
    mock.timers.tick(DAY);
    for (const whose of [{ user: userId }, { all: true }] as const) {
      await assert.rejects(
        auth.revoke({ ...whose, before: NOON }),
        (error) =>
          error instanceof ConfigurationError &&
          /sessionDetails/.test(error.message),
      );
    }
    assert.ok(await readSession(browser));
    await auth.revoke({ user: userId });
    assert.equal(await readSession(browser), null);
  });

  it("revoke fires the event without a token, whether or not the adapter stores hashes", async () => {
    const tables = createTables();
    const adapters = [createPlainAdapter(tables), createMemoryAdapter()];
    for (const adapter of adapters) {
      const told: string[] = [];
      const { browser, flow, userId } = await createSignedIn({ adapter });
      const auth = createAuth({
        ...flow.makeConfig(),
        events: {
          sessionRevoked: (message) => void told.push(JSON.stringify(message)),
        },
      });
      const token = cookieValue(browser);
      const list = await adapter.listSessionsByUserId?.(userId);
      const [row] = list ?? tables.sessions;
      await auth.revoke({ session: row?.sessionToken ?? "" });
      assert.equal(await readSession(browser), null);
      assert.equal(told.length, 1);
      assert.match(told[0] ?? "", /"sessionId":"[\w-]{43}"/);
      assert.ok(!told[0]?.includes(token));
    }
  });
});
