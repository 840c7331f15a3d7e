import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type ConnectStore,
  type ExpressSessionOptions,
  fromExpressSession,
} from "@latchkey/auth/migrate/express-session";
import type { AuthConfig, JWT } from "@latchkey/auth/types";
import { assertNotAccepted, createMoved, NOW, OWN } from "./bridge_testkit.ts";
import { createRows, ID, ROW, secret, signId, X1 } from "./connect_testkit.ts";

const name = "connect.sid";
const sent = { [name]: X1 };

/** A row of the application. */
interface Row {
  readonly passport?: { readonly user?: number };
  readonly cart?: readonly number[];
}

const user = ({ passport }: Row) =>
  passport?.user === undefined ? null : { id: passport.user, name: "Ada" };

const from = (
  more: Partial<ExpressSessionOptions<Row>> = {},
  config: Partial<AuthConfig> = {},
) => {
  const store = createRows();
  const bridge = fromExpressSession<Row>({ store, secret, user, ...more });
  const { session, ...rest } = config;
  return { store, moved: createMoved({ accept: [bridge], ...session }, rest) };
};

const claims = {
  callbacks: { session: ({ session, token }) => ({ ...session, token }) },
} satisfies Partial<AuthConfig>;

/** Reads the claims of the session that a row becomes. */
async function readClaims(row: object): Promise<JWT> {
  const store = createRows({ [ID]: JSON.stringify(row) });
  const { moved } = from({ store }, claims);
  const session = await moved.createBrowser(sent).read();
  return (session as unknown as { token: JWT }).token;
}

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

describe("sessions of express-session", () => {
  it("a browser with a signed id stays signed in, and the row stays (X1)", async () => {
    const { store, moved } = from();
    const browser = moved.createBrowser(sent);
    assert.deepEqual((await browser.read())?.user, {
      id: "42",
      name: "Ada",
      email: null,
      image: null,
    });
    assert.ok(browser.cookies.has(OWN));
    assert.equal(browser.cookies.get(name), X1);
    assert.equal(store.rows.get(ID), ROW);
    browser.cookies.delete(name);
    assert.equal((await browser.read())?.user?.id, "42");
  });

  it("the time inside of a row does not end it: only the store does", async () => {
    mock.timers.setTime(NOW + 7 * 86_400_000);
    const { store, moved } = from();
    assert.equal((await moved.createBrowser(sent).read())?.user?.id, "42");
    store.rows.clear();
    await assertNotAccepted(from({ store }).moved, sent);
  });

  it("a file that does not exist is a session that has ended", async () => {
    const store: ConnectStore = {
      get: (_, callback) =>
        callback(Object.assign(new Error("no file"), { code: "ENOENT" })),
      destroy: (_, callback) => callback(),
    };
    await assertNotAccepted(from({ store }).moved, sent);
  });

  it("all secrets of a list are tried, and another name is another cookie", async () => {
    const list = ["the-first-secret-which-opens-nothing-at-all", secret];
    const { moved } = from({ secret: list, name: "sid" });
    const browser = moved.createBrowser({ sid: X1, [name]: "s%3Ax.y" });
    assert.equal((await browser.read())?.user?.id, "42");
    await browser.signOut();
    assert.deepEqual([browser.cookies.has("sid"), browser.cookies.has(name)], [
      false,
      true,
    ]);
  });

  it("the callbacks see the whole row once", async () => {
    const seen: unknown[] = [];
    const { moved } = from({}, {
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          seen.push([trigger, (session as Row | undefined)?.cart]);
          return token;
        },
      },
    });
    const browser = moved.createBrowser(sent);
    await browser.read();
    await browser.read();
    assert.deepEqual(seen.slice(0, 1), [["migrate", [1]]]);
    assert.ok(
      seen.slice(1).every((one) => (one as unknown[])[0] === undefined),
    );
  });

  it("a session in a database is made once, for a user of its tables", async () => {
    const adapter = createMemoryAdapter();
    const unknown = from({}, { adapter });
    await assertNotAccepted(unknown.moved, sent);
    await adapter.createUser({ id: "42", email: null, emailVerified: null });
    const { moved } = from({}, { adapter });
    const browsers = [0, 1].map(() => moved.createBrowser(sent));
    await Promise.all(browsers.map((one) => one.read()));
    const rows = await adapter.listSessionsByUserId("42");
    assert.equal(rows.length, 1);
  });

  it("a sign-out removes the row and both cookies, and copies of both are dead", async () => {
    const { store, moved } = from({
      cookie: { domain: "example.com", path: "/in", secure: true },
    });
    const browser = moved.createBrowser(sent);
    const other = moved.createBrowser(sent);
    await Promise.all([browser.read(), other.read()]);
    const copy = Object.fromEntries(browser.cookies);
    const response = await browser.signOut();
    const cleared = response.headers.getSetCookie()
      .find((line) => line.startsWith(`${name}=;`));
    assert.match(
      cleared ?? "",
      /; Max-Age=0; Domain=example\.com; Path=\/in; HttpOnly; Secure/,
    );
    assert.equal(browser.cookies.has(OWN), false);
    assert.deepEqual([...store.rows], []);
    assert.equal(await moved.createBrowser(copy).read(), null);
    assert.equal(await other.read(), null);
  });

  it("a row that a late request stores again does not bring back a session", async () => {
    const { store, moved } = from();
    const browser = moved.createBrowser(sent);
    await browser.read();
    await browser.signOut();
    store.rows.set(ID, ROW);
    assert.equal(await moved.createBrowser(sent).read(), null);
  });

  it("the sign-in counts as old as the last change, and never as fresh", async () => {
    const passport = { user: 42 };
    const toCookie = (written: number, originalMaxAge: number) => ({
      originalMaxAge,
      expires: new Date(written + originalMaxAge).toISOString(),
    });
    const day = 86_400_000;
    const old = await readClaims({
      passport,
      cookie: toCookie(NOW - day, day),
    });
    assert.equal(Number(old.auth_time) * 1000, NOW - day - 3_600_000);
    const cookies = [
      toCookie(NOW, day),
      toCookie(NOW + 500_000, day),
      toCookie(NOW + 9 * day, 1),
      { expires: "never", originalMaxAge: 5 },
      {},
    ];
    for (const cookie of cookies) {
      const { auth_time } = await readClaims({ passport, cookie });
      assert.ok(Number(auth_time) * 1000 <= NOW - 3_600_000);
      assert.ok(Number.isInteger(auth_time));
    }
  });

  it("a row that has not changed for longer than absoluteMaxAge is nobody, and told of", async () => {
    const expires = new Date(NOW - 90 * 86_400_000);
    const row = {
      cookie: { expires, originalMaxAge: 0 },
      passport: { user: 42 },
    };
    const store = createRows({ [ID]: JSON.stringify(row) });
    await assertNotAccepted(from({ store }).moved, sent);
    const adapter = createMemoryAdapter();
    await adapter.createUser({ id: "42", email: null, emailVerified: null });
    await assertNotAccepted(from({ store }, { adapter }).moved, sent);
    const { moved } = from({ store }, {
      session: { absoluteMaxAge: 91 * 86_400 },
    });
    assert.equal((await moved.createBrowser(sent).read())?.user?.id, "42");
  });

  it("a cookie that ended with the browser still does", async () => {
    const row = JSON.stringify({
      cookie: { originalMaxAge: null, expires: null, path: "/" },
      passport: { user: 42 },
    });
    const toLine = async (text: string) => {
      const store = createRows({ [ID]: text });
      const { headers } = await from({ store }).moved.createBrowser(sent)
        .send("/auth/session");
      return headers.getSetCookie().find((line) => line.startsWith(OWN));
    };
    assert.doesNotMatch(await toLine(row) ?? "", /Max-Age/);
    assert.match(await toLine(ROW) ?? "", /Max-Age/);
  });
});

describe("cookies that express-session would not open", () => {
  it("forged, foreign, cut, unsigned and oversized ones give nobody and one log line", async () => {
    const decoded = decodeURIComponent(X1);
    const [, code = ""] = decoded.split(".");
    const texts = [
      encodeURIComponent(`s:another-id.${code}`),
      encodeURIComponent(`s:${ID}.${code.replace("+", "-")}`),
      encodeURIComponent(`s:${ID}.${code}=`),
      encodeURIComponent(`j:${ID}.${code}`),
      encodeURIComponent(decoded.slice(0, -4)),
      encodeURIComponent(`s:${ID}.`),
      encodeURIComponent(`s:${ID}`),
      encodeURIComponent(`s:.${code}`),
      signId(ID, "another-secret-that-signed-nothing-here"),
      ID,
      "%",
      "s%3A",
      signId("x".repeat(5000)),
    ];
    for (const text of texts) {
      await assertNotAccepted(from().moved, { [name]: text });
    }
    await assertNotAccepted(from({ secret: "y".repeat(32) }).moved, sent);
  });

  it("rows of another form give nobody and one log line", async () => {
    const rows = [
      "[1]",
      '"text"',
      "7",
      "{}",
      '{"cookie":null,"passport":{"user":42}}',
      '{"cookie":{},"passport":{"user":""}}',
      '{"cookie":{},"passport":{"user":{}}}',
      '{"cookie":{},"passport":{"user":true}}',
    ];
    for (const row of rows) {
      const store = createRows({ [ID]: row });
      await assertNotAccepted(from({ store }).moved, sent);
    }
  });

  it("a visitor who is not signed in is told of nowhere, and keeps the cookie", async () => {
    const store = createRows({ [ID]: '{"cookie":{},"cart":[1]}' });
    const { moved } = from({ store });
    const browser = moved.createBrowser(sent);
    assert.equal(await browser.read(), null);
    assert.ok(browser.cookies.has(name));
    assert.ok(!moved.lines.some((line) => line.includes("session-accept")));
  });

  it("two valid cookies of different users are both refused", async () => {
    const other = ROW.replace("42", "43");
    const store = createRows({ [ID]: ROW, other });
    const cookie = `${name}=${X1}; ${name}=${signId("other")}`;
    const response = await from({ store }).moved.createBrowser()
      .send("/auth/session", { headers: { cookie } });
    assert.equal(await response.json(), null);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  it("a cookie of one library is not asked for in another's store", async () => {
    let asked = 0;
    const store: ConnectStore = {
      get: (_, callback) => callback(null, void asked++),
      destroy: (_, callback) => callback(),
    };
    const forged = signId(ID, "another-secret-that-signed-nothing-here");
    await from({ store }).moved.createBrowser({ [name]: forged }).read();
    assert.equal(asked, 0);
  });
});

describe("a store that fails", () => {
  const broken: readonly (readonly [string, ConnectStore["get"]])[] = [
    ["calls back with an error", (_, callback) => callback(new Error("down"))],
    ["rejects", () => Promise.reject(new Error("down"))],
    ["throws", () => {
      throw new Error("down");
    }],
  ];
  for (const [how, get] of broken) {
    it(`one that ${how} is an outage, and not a sign-out`, async () => {
      const store = { ...createRows(), get };
      await assertOutage(store, (answer) => answer);
    });
  }

  it("one that never calls back is an outage after five seconds", async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOW });
    let onAsked = () => {};
    const asked = new Promise<void>((resolve) => onAsked = resolve);
    const store = { ...createRows(), get: () => onAsked() };
    await assertOutage(store, async (answer) => {
      await asked;
      mock.timers.tick(5000);
      return await answer;
    });
  });

  it("a sign-out that cannot remove the row fails, and the next one succeeds", async () => {
    const rows = createRows();
    let isDown = true;
    const store: ConnectStore = {
      ...rows,
      destroy: (id, callback) =>
        isDown ? callback(new Error("down")) : rows.destroy(id, callback),
    };
    const { moved } = from({ store });
    const browser = moved.createBrowser(sent);
    await browser.read();
    const failed = await browser.signOut();
    assert.ok(failed.status >= 500 || failed.headers.has("location"));
    assert.ok(rows.rows.has(ID));
    isDown = false;
    await browser.signOut();
    assert.deepEqual([...rows.rows], []);
    assert.equal(browser.cookies.has(OWN), false);
  });

  async function assertOutage(
    store: ConnectStore,
    wait: (answer: Promise<Response>) => Response | Promise<Response>,
  ): Promise<void> {
    const { moved } = from({ store });
    const browser = moved.createBrowser(sent);
    const response = await wait(browser.send("/auth/session"));
    assert.equal(response.status, 503);
    assert.deepEqual(response.headers.getSetCookie(), []);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
    assert.doesNotMatch(await response.text(), /fake-session-id|down/);
    assert.ok(moved.lines.some((line) => line.includes("StoreError")));
    for (const line of moved.lines) assert.ok(!line.includes(secret));
  }
});

describe("the options of fromExpressSession", () => {
  it("a missing or short secret, and a missing store, are mistakes", () => {
    const make = (more: object) => () =>
      fromExpressSession({ store: createRows(), secret, user, ...more });
    assert.throws(make({ secret: undefined }), /missing/);
    assert.throws(make({ secret: [] }), /missing/);
    assert.throws(make({ secret: "short" }), /allowShortSecret/);
    assert.ok(make({ secret: "short", allowShortSecret: true })());
    assert.throws(make({ store: undefined }), /`store`/);
    assert.throws(make({ store: {} }), /`store`/);
  });
});
