import assert from "node:assert/strict";
import { createCipheriv, createHmac, pbkdf2Sync } from "node:crypto";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  fromIronSession,
  type IronSessionOptions,
} from "@latchkey/auth/migrate/iron-session";
import type { JWT, Session } from "@latchkey/auth/types";
import { sealData } from "iron-session";
import { assertNotAccepted, createMoved, NOW, OWN } from "./bridge_testkit.ts";

const password = "fake-iron-password-for-vectors-only-32+";
const seven = `${password}-seven`;

/** Seals made by iron-session 8. */
const vectors = {
  I1:
    "Fe26.2*1*b57a1b0f0a0ec0465b747b2f538774d633736c60f663513e1b1506a7138408ea*N8cpTqaC9PI23L60xai40w*wpOoFzrvnBeCNp6FVSbAqt3srv3eeMtdDOrbx7Er9k_X7urCMft1zMnYQ3j_YMqQ*2110685001878*8da69a12eb3f89b4584f7e3ac3211c95c854e741c27d860af4e2be756bab5209*TP8QP3fduSwhBfa-3DH6hj0dCAfYERGs-TYRIEXHQQ8~2",
  I2:
    "Fe26.2*7*3d23083fcb5c1055c172d7fa4fc31a841db2824b1ac163a6cb53880691ffe5e6*LY0rwN4nThZ9HUq5tTrKYQ*Dz7F8nmCJhKiyPpeIkM2YiMRW9Wjkw9Fr6osmo5AM_Y**030b9e0c01dd2095cbbf8c3fc359755079f14827b953845afc2bb20588c0dd38*QGHNzC6kQRbFEXk_imSyK79Q_HEk362BkbPcACpxsAw~2",
};
const name = "my-app";

/** The content of the old sessions. */
interface Content {
  userId?: string;
}

const user = ({ userId }: Content) =>
  userId === undefined ? null : { id: userId, name: "Ada" };

const from = (more: Partial<IronSessionOptions<Content>> = {}) =>
  createMoved({
    accept: [
      fromIronSession<Content>({ password, cookieName: name, user, ...more }),
    ],
  });

const seal = async (content: object, ttl = 3600) =>
  await sealData(content, { password, ttl });

/** Seals a text that iron-session would not write. */
function sealText(text: string): string {
  const salt = "ab".repeat(32);
  const key = pbkdf2Sync(password, salt, 1, 32, "sha1");
  const iv = new Uint8Array(16);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const bytes = cipher.update(text, "utf8", "base64url") +
    cipher.final("base64url");
  const vector = "A".repeat(22);
  const signed = `Fe26.2*1*${salt}*${vector}*${bytes}*`;
  const code = createHmac("sha256", key).update(signed).digest("base64url");
  return `${signed}*${salt}*${code}~2`;
}

const readId = async (
  moved: ReturnType<typeof from>,
  cookies: Readonly<Record<string, string>>,
) => (await moved.createBrowser(cookies).read())?.user?.id;

const toUnnamed = (session: Session | null) =>
  (session as { token?: JWT } | null)?.token;

/** Creates an application whose session shows its claims. */
const withClaims = (more: Partial<IronSessionOptions<Content>> = {}) =>
  createMoved({
    accept: [
      fromIronSession<Content>({ password, cookieName: name, user, ...more }),
    ],
  }, {
    callbacks: { session: ({ session, token }) => ({ ...session, token }) },
  });

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

describe("sessions of iron-session", () => {
  it("a browser with a seal of version 8 stays signed in (I1)", async () => {
    const browser = from().createBrowser({ [name]: vectors.I1 });
    assert.deepEqual((await browser.read())?.user, {
      id: "user-1",
      name: "Ada",
      email: null,
      image: null,
    });
    assert.ok(browser.cookies.has(OWN));
    assert.equal(browser.cookies.get(name), vectors.I1);
    browser.cookies.delete(name);
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  it("each password of a record opens the seals of its number, and never-ending ones last until acceptUntil (I2)", async () => {
    const sent = { [name]: vectors.I2 };
    assert.equal(
      await readId(from({ password: { 1: password, 7: seven } }), sent),
      "user-1",
    );
    assert.equal(
      await readId(from({ password: [password, seven] }), sent),
      "user-1",
    );
    await assertNotAccepted(from({ password: { 1: seven, 8: seven } }), sent);
    await assertNotAccepted(from({ password: seven }), sent);
    mock.timers.setTime(Date.UTC(2027, 1, 1));
    assert.equal(
      await readId(from({ password: { 7: seven } }), sent),
      undefined,
    );
  });

  it("a seal without a version has the content of versions before 8", async () => {
    const old = (await seal({ persistent: { userId: "user-1" } })).slice(0, -2);
    assert.equal(await readId(from(), { [name]: old }), "user-1");
    const bare = (await seal({ userId: "user-1" })).slice(0, -2);
    await assertNotAccepted(from(), { [name]: bare });
  });

  it("a seal is valid for a minute after its expiry, as in iron-session", async () => {
    const sent = { [name]: await seal({ userId: "user-1" }, 1) };
    mock.timers.setTime(NOW + 60_000);
    const session = await withClaims().createBrowser(sent).read();
    assert.ok(Number(toUnnamed(session)?.exp) * 1000 <= NOW + 61_000);
    mock.timers.setTime(NOW + 61_000);
    await assertNotAccepted(from(), sent);
  });

  it("the sign-in does not count as fresh, even if the lifetime was longer than the bridge knows", async () => {
    const long = { [name]: await seal({ userId: "user-1" }, 30 * 86_400) };
    for (const sent of [{ [name]: vectors.I1 }, long]) {
      const claims = toUnnamed(await withClaims().createBrowser(sent).read());
      assert.ok(Number(claims?.auth_time) * 1000 <= NOW - 3_600_000);
    }
    const moved = withClaims({ ttl: 30 * 86_400 });
    mock.timers.setTime(NOW + 86_400_000);
    const claims = toUnnamed(await moved.createBrowser(long).read());
    assert.equal(Number(claims?.auth_time) * 1000, NOW - 3_600_000);
  });

  it("chunks of version 9 are joined, and cleared by a sign-out", async () => {
    const text = await seal({ userId: "user-1", pad: "x".repeat(5000) });
    const browser = from().createBrowser({
      [`${name}.0`]: text.slice(0, 3900),
      [`${name}.1`]: text.slice(3900),
    });
    assert.equal((await browser.read())?.user?.id, "user-1");
    await browser.signOut();
    assert.equal(browser.cookies.has(`${name}.0`), false);
    assert.equal(browser.cookies.has(`${name}.1`), false);
  });

  it("two first requests at once make one session", async () => {
    for (const more of [{}, { adapter: createMemoryAdapter() }]) {
      await more.adapter?.createUser({
        id: "user-1",
        email: "ada@example.com",
        emailVerified: null,
      });
      const moved = createMoved({
        accept: [
          fromIronSession<Content>({ password, cookieName: name, user }),
        ],
      }, more);
      const sent = { [name]: vectors.I1 };
      const browsers = [0, 1].map(() => moved.createBrowser(sent));
      await Promise.all(browsers.map((one) => one.read()));
      const [one, other] = browsers;
      await one?.signOut();
      assert.equal(await other?.read(), null);
    }
  });

  it("a sign-out clears both cookies, and copies of both are dead", async () => {
    const moved = from({
      cookieOptions: { domain: "example.com", path: "/in" },
    });
    const browser = moved.createBrowser({ [name]: vectors.I1 });
    await browser.read();
    const copy = Object.fromEntries(browser.cookies);
    const response = await browser.signOut();
    const cleared = response.headers.getSetCookie()
      .find((line) => line.startsWith(`${name}=;`));
    assert.match(cleared ?? "", /; Max-Age=0; Domain=example\.com; Path=\/in;/);
    assert.equal(browser.cookies.has(OWN), false);
    assert.equal(await moved.createBrowser(copy).read(), null);
    assert.equal(await readId(moved, { [name]: vectors.I1 }), undefined);
  });

  it("a cookie that ended with the browser still does", async () => {
    const sent = { [name]: vectors.I1 };
    const toLine = async (more: Partial<IronSessionOptions<Content>>) => {
      const response = await from(more).createBrowser(sent)
        .send("/auth/session");
      return response.headers.getSetCookie()
        .find((line) => line.startsWith(OWN)) ?? "";
    };
    const transient = { cookieOptions: { maxAge: undefined } };
    assert.doesNotMatch(await toLine(transient), /Max-Age/);
    assert.match(await toLine({}), /Max-Age/);
  });
});

describe("cookies that iron-session would not open", () => {
  it("forged, foreign, cut, oversized and malformed ones give nobody and one log line", async () => {
    const parts = vectors.I1.split("*");
    const change = (index: number, text: string) => ({
      [name]: parts.with(index, text).join("*"),
    });
    await assertNotAccepted(from(), change(7, `${"A".repeat(43)}~2`));
    await assertNotAccepted(from(), change(5, "2110685001879"));
    await assertNotAccepted(from(), change(5, ""));
    await assertNotAccepted(from(), change(4, "wpOoFzrvnBeCNp6FVSbAqg"));
    await assertNotAccepted(from(), change(3, "A".repeat(22)));
    await assertNotAccepted(from(), change(2, "b".repeat(64)));
    await assertNotAccepted(from(), change(1, "constructor"));
    await assertNotAccepted(
      from({ password: { 1: password } }),
      change(1, "__proto__"),
    );
    await assertNotAccepted(from(), change(0, "Fe26.1"));
    await assertNotAccepted(from(), { [name]: vectors.I1.slice(0, -9) });
    await assertNotAccepted(from(), { [name]: `${vectors.I1.slice(0, -1)}3` });
    await assertNotAccepted(from(), { [name]: "A".repeat(20_000) });
    await assertNotAccepted(from(), { [name]: "A".repeat(101_000) });
    await assertNotAccepted(from({ password: seven }), { [name]: vectors.I1 });
  });

  it("content of another form gives nobody and one log line", async () => {
    const contents = [
      "[1]",
      '"text"',
      "null",
      "",
      "{",
      '{"userId":""}',
      '{"userId":true}',
      '{"userId":{"toString":1}}',
    ];
    for (const text of contents) {
      await assertNotAccepted(from(), { [name]: sealText(text) });
    }
  });

  it("names that all objects have are no user", async () => {
    const text = sealText('{"__proto__":{"userId":"user-1"}}');
    assert.equal(await readId(from(), { [name]: text }), undefined);
    assert.equal(await readId(from(), { [name]: await seal({}) }), undefined);
  });

  it("a visitor who is not signed in is told of nowhere, and keeps the cookie", async () => {
    const moved = from();
    const browser = moved.createBrowser({ [name]: await seal({ cart: [1] }) });
    assert.equal(await browser.read(), null);
    assert.ok(browser.cookies.has(name));
    assert.ok(!moved.lines.some((line) => line.includes("session-accept")));
  });

  it("two valid cookies of different users are both refused", async () => {
    const moved = from();
    const cookie = `${name}=${await seal({
      userId: "user-1",
    })}; ${name}=${await seal({ userId: "user-2" })}`;
    const response = await moved.createBrowser().send("/auth/session", {
      headers: { cookie },
    });
    assert.equal(await response.json(), null);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  it("a `user` function that throws is a failure, and not a sign-out", async () => {
    const moved = from({
      user: () => {
        throw new Error("no database");
      },
    });
    const browser = moved.createBrowser({ [name]: vectors.I1 });
    const response = await browser.send("/auth/session");
    assert.equal(response.status, 500);
    assert.ok(browser.cookies.has(name));
  });

  /** A mistake of the application's code, for which every visit is the same. */
  const fail = () => {
    throw new TypeError("Cannot read properties of undefined");
  };

  it("a `user` function that cannot read a session is logged once, and its visitor is signed out", async () => {
    const moved = from({ user: fail });
    await assertNotAccepted(moved, { [name]: vectors.I1 });
    const browser = moved.createBrowser({ [name]: vectors.I1 });
    assert.ok((await browser.signOut()).status < 400);
    assert.equal(browser.cookies.has(name), false);
    assert.ok(!moved.lines.some((one) => /was not accepted/.test(one)));
  });

  it("a `jwt` callback that cannot read a session is logged once, and its visitor is signed out", async () => {
    const bridge = fromIronSession<Content>({
      password,
      cookieName: name,
      user,
    });
    const callbacks = { jwt: fail };
    await assertNotAccepted(
      createMoved({ accept: [bridge] }, { callbacks }),
      { [name]: vectors.I1 },
    );
  });

  it("a `user` function whose fetch fails is an outage, and not a sign-out", async () => {
    const moved = from({
      user: () => {
        throw new TypeError("fetch failed", { cause: new Error("refused") });
      },
    });
    const browser = moved.createBrowser({ [name]: vectors.I1 });
    assert.equal((await browser.send("/auth/session")).status, 500);
  });
});

describe("the options of fromIronSession", () => {
  it("a missing or short password, and a missing name, are mistakes", () => {
    const make = (more: object) => () =>
      fromIronSession({
        password,
        cookieName: name,
        user: () => null,
        ...more,
      });
    assert.throws(make({ password: undefined }), /missing/);
    assert.throws(make({ password: {} }), /missing/);
    assert.throws(make({ password: { 1: undefined } }), /missing/);
    assert.throws(make({ password: "short" }), /32 characters/);
    assert.throws(make({ cookieName: "" }), /cookieName/);
  });
});
