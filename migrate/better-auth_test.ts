import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type BetterAuthOptions,
  type BetterAuthRecords,
  fromBetterAuth,
} from "@latchkey/auth/migrate/better-auth";
import type { AuthConfig, JWT } from "@latchkey/auth/types";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  assertNotAccepted,
  createMoved,
  type Moved,
  NOW,
  OWN,
} from "./bridge_testkit.ts";
import {
  type Changes,
  createRecords,
  DATA,
  DONT_REMEMBER,
  secret,
  signCookie,
  TOKEN,
  token,
  vectors,
} from "./better-auth_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

const sent = { [TOKEN]: signCookie(token) };

/** Creates an application over one row, which may be missing. */
function createWithRow(
  found: BetterAuthRecords | null,
  more: Partial<AuthConfig> = {},
  options: Partial<BetterAuthOptions> = {},
): Moved & { readonly deleted: string[] } {
  const deleted: string[] = [];
  const database = {
    findSession: (wanted: string) =>
      wanted === token && deleted.length === 0 ? found : null,
    deleteSession: (wanted: string) => void deleted.push(wanted),
  };
  const accept = [fromBetterAuth({ secret, database, ...options })];
  return { deleted, ...createMoved({ accept }, more) };
}

function createChanged(changes: Changes): Moved {
  return createWithRow(createRecords(changes));
}

describe("sessions of Better Auth in a database", () => {
  it("a browser with a row stays signed in, and its cookies stay as they are", async () => {
    const moved = createWithRow(createRecords());
    const browser = moved.createBrowser(sent);
    const session = await browser.read();
    assert.deepEqual(session?.user, {
      id: "user-1",
      name: "Ada",
      email: "ada@example.com",
      image: null,
    });
    assert.ok(browser.cookies.has(OWN));
    assert.equal(browser.cookies.get(TOKEN), sent[TOKEN]);
    assert.deepEqual(moved.deleted, []);
  });

  it("the token that the published package signed is found (B1)", async () => {
    const own = "EyScHOnHDQUapwQlQt6YfV2jsKa2aBGx";
    const accept = [fromBetterAuth({
      secret,
      database: {
        findSession: (wanted) =>
          wanted === own ? createRecords({ session: { token: own } }) : null,
      },
    })];
    for (const name of [TOKEN, `__Secure-${TOKEN}`]) {
      const browser = createMoved({ accept })
        .createBrowser({ [name]: vectors.B1 });
      assert.equal((await browser.read())?.user?.id, "user-1");
    }
  });

  it("the new session began when the old one did", async () => {
    const moved = createWithRow(createRecords(), {
      callbacks: { session: ({ session, token }) => ({ ...session, token }) },
    });
    const session = await moved.createBrowser(sent).read();
    const { auth_time } = (session as unknown as { token: JWT }).token;
    assert.equal(Number(auth_time) * 1000, NOW - 2 * 3_600_000);
  });

  it("the row decides, whatever the cache in a cookie holds", async () => {
    const cached = { ...sent, [DATA]: vectors.B2 };
    await assertNotAccepted(createWithRow(null), cached);
    await assertNotAccepted(createWithRow(null), {
      [TOKEN]: vectors.B1,
      [DATA]: vectors.B2,
    });
  });

  it("a cache without a token is nobody", async () => {
    const moved = createWithRow(createRecords());
    const browser = moved.createBrowser({ [DATA]: vectors.B2 });
    assert.equal(await browser.read(), null);
  });

  it("expired and unreadable rows, and those of another token or user, give nobody", async () => {
    const session = [
      { expiresAt: new Date(NOW) },
      { expiresAt: null },
      { expiresAt: "never" },
      { expiresAt: NaN },
      { token: token.toUpperCase() },
      { token: null },
      { userId: "user-2" },
      { userId: null },
      { userId: { toString: () => "user-1" } },
      { createdAt: new Date(NOW + 120_000) },
    ];
    for (const one of session) {
      await assertNotAccepted(createChanged({ session: one }), sent);
    }
    for (const wrong of [{}, { session: null, user: null }, "x", []]) {
      const moved = createWithRow(wrong as unknown as BetterAuthRecords);
      await assertNotAccepted(moved, sent);
    }
  });

  it("texts, milliseconds and seconds are read as times, and numbers as ids", async () => {
    const end = NOW + 60_000;
    const times = [new Date(end).toISOString(), end, end / 1000, BigInt(end)];
    for (const expiresAt of times) {
      const browser = createChanged({
        session: { expiresAt, userId: 7 },
        user: { id: 7 },
      }).createBrowser(sent);
      assert.equal((await browser.read())?.user?.id, "7");
    }
  });

  it("banned users are refused for as long as they are banned", async () => {
    for (const banExpires of [null, new Date(NOW + 1)]) {
      const user = { banned: 1, banExpires };
      await assertNotAccepted(createChanged({ user }), sent);
    }
    const over = { banned: true, banExpires: new Date(NOW - 1) };
    const browser = createChanged({ user: over }).createBrowser(sent);
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  it("a session in which an administrator acts as the user is refused", async () => {
    const session = { impersonatedBy: "admin-1" };
    await assertNotAccepted(createChanged({ session }), sent);
  });

  it("a sign-out deletes the row and clears every cookie, and copies are dead", async () => {
    const moved = createWithRow(createRecords());
    const all = {
      ...sent,
      [`${DATA}.0`]: "x",
      [`${DATA}.1`]: "y",
      "better-auth.account_data": "z",
      [DONT_REMEMBER]: "n",
      "better-auth.other": "kept",
    };
    const browser = moved.createBrowser(all);
    await browser.read();
    const copy = Object.fromEntries(browser.cookies);
    await browser.signOut();
    const left = [...browser.cookies.keys()].filter((one) =>
      one.includes("better-auth") || one === OWN
    );
    assert.deepEqual(left, ["better-auth.other"]);
    assert.deepEqual(moved.deleted, [token]);
    assert.equal(await moved.createBrowser(copy).read(), null);
    assert.equal(await moved.createBrowser(sent).read(), null);
  });

  it("a copy is dead even if the row cannot be deleted", async () => {
    const moved = createWithRow(createRecords(), {}, {
      database: { findSession: () => createRecords() },
    });
    const browser = moved.createBrowser(sent);
    await browser.read();
    await browser.signOut();
    assert.equal(await moved.createBrowser(sent).read(), null);
  });

  it("two first requests at once make one session", async () => {
    const moved = createWithRow(createRecords());
    const [one, other] = [0, 1].map(() => moved.createBrowser(sent));
    await Promise.all([one?.read(), other?.read()]);
    await one?.signOut();
    assert.equal(await other?.read(), null);
  });

  it("a session becomes a row of the new table, once for two first requests", async () => {
    const adapter = createMemoryAdapter();
    await adapter.createUser({
      id: "user-1",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: null,
    });
    const moved = createWithRow(createRecords(), { adapter });
    const browsers = [0, 1].map(() => moved.createBrowser(sent));
    await Promise.all(browsers.map((one) => one.read()));
    assert.equal((await adapter.listSessionsByUserId("user-1")).length, 1);
  });

  it("the jwt callback sees the records once, without the token", async () => {
    const seen: unknown[] = [];
    const moved = createWithRow(createRecords(), {
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          if (trigger === "migrate") seen.push(session);
          return token;
        },
      },
    });
    const browser = moved.createBrowser(sent);
    await browser.read();
    await browser.read();
    const { session: { token: _, ...session }, user } = createRecords();
    assert.deepEqual(seen, [{ session, user, account: null }]);
  });

  it("an outage of the database is an error, and not signed out", async () => {
    const failing = {
      findSession: () => Promise.reject(new Error("connection lost")),
    };
    const moved = createWithRow(null, {}, { database: failing });
    const browser = moved.createBrowser(sent);
    const response = await browser.send("/auth/session");
    assert.equal(response.status, 503);
    assert.equal(browser.cookies.has(OWN), false);
  });
});

describe("the cookies of Better Auth", () => {
  it("forged, foreign, cut and oversized tokens give nobody and one log line", async () => {
    const create = () => createWithRow(createRecords());
    const signed = signCookie(token);
    const plain = decodeURIComponent(signed);
    const wrong = [
      signCookie(token, "another-secret-that-signed-nothing-here"),
      signed.slice(0, -8),
      plain.slice(0, -1),
      plain.slice(token.length),
      token,
      `${token}.`,
      `${signCookie("t".repeat(500))}`,
      `${signed}%`,
      "A".repeat(101_000),
      encodeURIComponent(
        `${token}.${
          createHmac("sha256", secret).update(token).digest("base64url")
        }`,
      ),
    ];
    for (const text of wrong) {
      await assertNotAccepted(create(), { [TOKEN]: text });
    }
  });

  it("a signed value of another use is no token", async () => {
    for (const value of ["true", "__proto__"]) {
      const moved = createWithRow(createRecords());
      await assertNotAccepted(moved, { [TOKEN]: signCookie(value) });
    }
  });

  it("sessions of two users at once are refused", async () => {
    const accept = [fromBetterAuth({
      secret,
      database: {
        findSession: (wanted) =>
          createRecords({
            session: { token: wanted, userId: wanted },
            user: { id: wanted },
          }),
      },
    })];
    const moved = createMoved({ accept });
    const browser = moved.createBrowser({
      [TOKEN]: signCookie("one"),
      [`__Secure-${TOKEN}`]: signCookie("two"),
    });
    assert.equal(await browser.read(), null);
    assert.ok(moved.lines.some((line) => line.includes("two-sessions")));
  });

  it("a session of someone who did not want to be remembered ends with the browser", async () => {
    const readCookie = async (cookies: Record<string, string>) => {
      const browser = createWithRow(createRecords()).createBrowser(cookies);
      const response = await browser.send("/auth/session");
      return response.headers.getSetCookie()
        .find((line) => line.startsWith(`${OWN}=`)) ?? "";
    };
    const forgotten = { ...sent, [DONT_REMEMBER]: signCookie("true") };
    assert.doesNotMatch(await readCookie(forgotten), /Max-Age|Expires/i);
    assert.match(await readCookie(sent), /Max-Age/);
    // A value that Better Auth did not sign counts for nothing, there and here.
    const planted = { ...sent, [DONT_REMEMBER]: "true" };
    assert.match(await readCookie(planted), /Max-Age/);
  });

  it("a prefix, single names and a domain are those of the old configuration", async () => {
    const moved = createWithRow(createRecords(), {}, {
      cookiePrefix: "shop",
      cookies: { session_token: { name: "sess" } },
      domain: "example",
    });
    const browser = moved.createBrowser({
      "__Secure-sess": signCookie(token),
      "shop.session_data": "x",
      [DATA]: "not this application's",
    });
    assert.equal((await browser.read())?.user?.id, "user-1");
    const { csrfToken } = await (await browser.send("/auth/csrf")).json();
    const out = await browser.send("/auth/signout", {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { origin: "https://app.example" },
    });
    const lines = out.headers.getSetCookie();
    const cleared = lines.filter((line) => line.includes("Domain=example"));
    assert.equal(cleared.length, 2);
    assert.match(cleared[0] ?? "", /^__Secure-sess=;.*Path=\/.*Secure/);
    assert.doesNotMatch(cleared[1] ?? "", /Secure/);
    assert.ok(browser.cookies.has(DATA));
  });
});

describe("the options of fromBetterAuth", () => {
  const database = { findSession: () => createRecords() };
  const read = async (options: BetterAuthOptions) => {
    const moved = createMoved({ accept: [fromBetterAuth(options)] });
    return (await moved.createBrowser(sent).read())?.user?.id;
  };

  it("every secret of a list, of versions and of their variable is tried", async () => {
    const other = "the-first-secret-which-signed-nothing-at-all";
    for (
      const secrets of [
        { secret: [other, secret] },
        { secrets: `2:${other},1:${secret}` },
        { secrets: ` 2:${other} , 1:${secret} `, secret: "" },
        {
          secrets: [
            { version: 2, value: other },
            { version: 1, value: secret },
          ],
        },
        { secrets: `2:${other}`, secret },
      ]
    ) assert.equal(await read({ ...secrets, database }), "user-1");
  });

  it("a missing, short, public or unreadable secret is a mistake, whose message does not show it", () => {
    const own = "better-auth-secret-12345678901234567890";
    const cases: readonly (readonly [Partial<BetterAuthOptions>, RegExp])[] = [
      [{}, /missing/],
      [{ secret: "" }, /missing/],
      [{ secret: "short" }, /32 characters/],
      [{ secret: own }, /Everyone knows it/],
      [{ secrets: `1:${own}` }, /Everyone knows it/],
      [{ secrets: secret }, /2:newer,1:older/],
    ];
    for (const [options, message] of cases) {
      assert.throws(
        () => fromBetterAuth({ ...options, database }),
        (error: Error) =>
          error instanceof TypeError && message.test(error.message) &&
          !error.message.includes(own) && !error.message.includes(secret),
      );
    }
    fromBetterAuth({ secret: "short", allowShortSecret: true, database });
  });

  it("without a database, `userId` is required", () => {
    assert.throws(() => fromBetterAuth({ secret }), /userId/);
    fromBetterAuth({ secret, userId: () => null });
  });

  it("`userId` may give the id of the application's own tables, or refuse", async () => {
    const userId = ({ user }: BetterAuthRecords) => `own-${user.id}`;
    assert.equal(await read({ secret, database, userId }), "own-user-1");
    const accept = [fromBetterAuth({ secret, database, userId: () => null })];
    await assertNotAccepted(createMoved({ accept }), sent);
  });

  it("a `userId` that cannot read a session is logged once, and its visitor is signed out", async () => {
    const userId = () => {
      throw new TypeError("Cannot read properties of undefined");
    };
    const accept = [fromBetterAuth({ secret, database, userId })];
    await assertNotAccepted(createMoved({ accept }), sent);
  });
});
