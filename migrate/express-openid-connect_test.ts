import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { AuthConfig, JWT } from "@latchkey/auth/types";
import {
  type ConnectStore,
  type ExpressOpenidConnectOptions,
  fromExpressOpenidConnect,
} from "@latchkey/auth/migrate/express-openid-connect";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createFaultProvider } from "@latchkey/auth/testing";
import { hash } from "../core/crypto/hash.ts";
import { assertNotAccepted, createMoved, NOW, OWN } from "./bridge_testkit.ts";
import { createKeys } from "./express-openid-connect/cookies.ts";
import {
  issuer,
  seal,
  secret,
  toIdToken,
  toTimes,
} from "./express-openid-connect/old_testkit.ts";
import { readTimes } from "./express-openid-connect/times.ts";

/** Made by the published package. */
const E1 =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiaWF0IjoxNzk1MzI0MDAwLCJ1YXQiOjE3OTUzMjQxMDAsImV4cCI6MTc5NTQxMDUwMH0..ANInS6WTHdxUmv0x.fPY3q_EaBI3_gCprFbo9pEwisaE9hDmhmQ1eAzTOC0sHpsbSwxko5SWwA3C4_RJLGFJqB8BP2WReLAyvSlSPjpqwkv_xc3r7_FfEv0-FdYNIQyii-v5dU_apJSaTe_7ugEyC.etBYfx3G0UdlKT-KzT4i6w";
const id = "0123456789abcdef0123456789abcdef";
const E2 = `${id}.RNZzg3hEaj2FgVU_lnNeLY_1BTS96Sd5i6EvQfL4JTw`;

const name = "appSession";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

const providers: AuthConfig["providers"] = [{
  id: "auth0",
  name: "Auth0",
  type: "oidc",
  issuer,
  clientId: "client",
  clientSecret: "client-secret",
}];

function createApp(
  options: Partial<ExpressOpenidConnectOptions> = {},
  more: Partial<AuthConfig> = {},
) {
  const bridge = fromExpressOpenidConnect({
    secret,
    provider: "auth0",
    ...options,
  });
  return createMoved({ accept: [bridge] }, { providers, ...more });
}

/** The id of a user if users are not stored. */
async function toStable(sub: string): Promise<string> {
  return await hash(JSON.stringify(["latchkey user", issuer, sub]));
}

describe("sessions of express-openid-connect in a cookie", () => {
  it("a session that the package made is opened, and ends when it says (E1)", async () => {
    const keys = createKeys([secret], false);
    const written = await keys.openSealed(E1);
    assert.equal(written?.data.sid, "op-sid-1");
    assert.ok(written !== null);
    const read = (now: number) => readTimes(written, {}, now);
    assert.deepEqual(read(1795324200), {
      startedAt: 1795324000,
      writtenAt: 1795324100,
      endsAt: 1795410500,
    });
    assert.ok("kind" in read(1795410500));
    const short = { rollingDuration: 50 };
    assert.ok("kind" in readTimes(written, short, 1795324200));
    const brief = { absoluteDuration: 150 };
    assert.ok("kind" in readTimes(written, brief, 1795324200));
    const still = readTimes(
      written,
      { rolling: false, ...short },
      1795324200,
    );
    assert.ok(!("kind" in still));
    assert.equal(
      await createKeys(["x".repeat(32)], false).openSealed(E1),
      null,
    );
  });

  it("a browser stays signed in as the user of a sign-in with the provider", async () => {
    const id_token = toIdToken({
      name: "Ada",
      email: "Ada@Example.com",
      picture: "https://op.example/ada.png",
    });
    const browser = createApp().createBrowser({
      [name]: await seal({ id_token }),
    });
    assert.deepEqual((await browser.read())?.user, {
      id: await toStable("auth0|1"),
      name: "Ada",
      email: "ada@example.com",
      image: "https://op.example/ada.png",
    });
    assert.ok(browser.cookies.has(OWN));
    assert.ok(browser.cookies.has(name));
    browser.cookies.delete(name);
    assert.notEqual(await browser.read(), null);
  });

  it("the sign-in is that of the ID token, and the provider's sid is there for callbacks", async () => {
    const seen: unknown[] = [];
    const auth_time = NOW / 1000 - 90_000;
    const moved = createApp({}, {
      callbacks: {
        jwt: (
          message: { token: JWT; trigger?: unknown; session?: unknown },
        ) => {
          if (message.trigger === "migrate") seen.push(message.session);
          return message.token;
        },
        session: ({ session, token }) => ({ ...session, token }),
      },
    });
    const data = { id_token: toIdToken({ auth_time }), sid: "op-sid-1" };
    const sent = { [name]: await seal(data) };
    const read = async () =>
      (await moved.createBrowser(sent).read() as unknown as { token: JWT })
        .token;
    const token = await read();
    assert.equal(token.auth_time, auth_time);
    assert.equal((await read()).sid, token.sid);
    const idTokenClaims = { iss: issuer, sub: "auth0|1", auth_time };
    const content = { ...data, idTokenClaims };
    assert.deepEqual(seen, [content, content]);
    assert.equal(
      token.id_token,
      undefined,
      "its tokens stay out of the cookie",
    );
    const { exp } = toTimes();
    assert.ok(Number(token.exp) <= exp);
  });

  it("without auth_time the session began when its cookie says", async () => {
    const moved = createApp({}, {
      callbacks: { session: ({ session, token }) => ({ ...session, token }) },
    });
    const session = await moved.createBrowser({ [name]: await seal() }).read();
    const { auth_time } = (session as unknown as { token: JWT }).token;
    assert.equal(auth_time, toTimes().iat);
  });

  it("chunks are joined, and a sign-out clears them with their attributes", async () => {
    const sealed = await seal();
    const moved = createApp({
      cookie: { path: "/app", domain: "example.com", secure: true },
    });
    const chunks = {
      [`${name}.1`]: sealed.slice(100),
      [`${name}.0`]: sealed.slice(0, 100),
    };
    const browser = moved.createBrowser(chunks);
    assert.notEqual(await browser.read(), null);
    const copy = Object.fromEntries(browser.cookies);
    const lines = (await browser.signOut()).headers.getSetCookie()
      .filter((line) => line.startsWith(name));
    assert.equal(lines.length, 2);
    for (const line of lines) {
      assert.match(line, /Path=\/app/);
      assert.match(line, /Domain=example\.com/);
      assert.match(line, /Secure/);
    }
    assert.equal(await moved.createBrowser(copy).read(), null);
    assert.equal(await moved.createBrowser(chunks).read(), null);
  });

  it("a sign-in at an old instance after the sign-out counts again", async () => {
    const moved = createApp();
    const browser = moved.createBrowser({ [name]: await seal() });
    await browser.signOut();
    mock.timers.tick(2000);
    const again = { [name]: await seal(undefined, toTimes(NOW / 1000 + 1)) };
    mock.timers.tick(3_600_000);
    assert.notEqual(await moved.createBrowser(again).read(), null);
  });

  it("two first requests at once make one session", async () => {
    const moved = createApp();
    const sent = { [name]: await seal() };
    const [one, other] = [0, 1].map(() => moved.createBrowser(sent));
    await Promise.all([one?.read(), other?.read()]);
    await one?.signOut();
    assert.equal(await other?.read(), null);
  });

  it("two browsers whose sessions began in the same second have a session each", async () => {
    const adapter = createMemoryAdapter();
    const moved = createApp({}, { adapter });
    const ids: (string | undefined)[] = [];
    for (const nonce of ["one", "two", "one"]) {
      const sent = { [name]: await seal({ id_token: toIdToken({ nonce }) }) };
      const session = await moved.createBrowser(sent).read();
      ids.push(session?.user?.id);
    }
    assert.equal(new Set(ids).size, 1);
    const rows = await adapter.listSessionsByUserId(`${ids[0]}`);
    assert.equal(rows.length, 2);
  });

  it("sessions of two people are both refused", async () => {
    const moved = createApp();
    const eve = await seal({ id_token: toIdToken({ sub: "auth0|eve" }) });
    const browser = moved.createBrowser({
      [name]: await seal(),
      [`${name}.0`]: eve,
    });
    assert.equal(await browser.read(), null);
  });

  it("a cookie of a visitor who is not signed in is no reason for a log line", async () => {
    const moved = createApp();
    const browser = moved.createBrowser({ [name]: await seal({ cart: 1 }) });
    assert.equal(await browser.read(), null);
    assert.ok(!moved.lines.some((line) => line.includes("session-accept")));
  });

  const bad: Record<string, () => Promise<string>> = {
    "another secret": async () =>
      (await seal()).replace(/.{22}$/, "A".repeat(22)),
    "another time in the header": async () => {
      const [, ...rest] = (await seal()).split(".");
      const [header] = (await seal(undefined, toTimes(NOW / 1000))).split(".");
      return [header, ...rest].join(".");
    },
    "a cut end": async () => (await seal()).slice(0, -9),
    "too many characters": () => Promise.resolve("A".repeat(101_000)),
    "its end": () => seal(undefined, toTimes(NOW / 1000 - 90_001)),
    "the end of the provider's session": () =>
      seal({ id_token: toIdToken(), sessionExpiresAt: NOW / 1000 }),
    "the end of the provider's session in the ID token": () =>
      seal({ id_token: toIdToken({ session_expiry: NOW / 1000 }) }),
    "a start in the future": () => seal(undefined, toTimes(NOW / 1000 + 61)),
    "times that are texts": () =>
      seal(undefined, { iat: "1", uat: "1", exp: "9" }),
    "an end of the provider's session that is a text": () =>
      seal({ id_token: toIdToken(), sessionExpiresAt: "never" }),
    "an ID token that is a list": () => seal({ id_token: [toIdToken()] }),
    "an ID token without an issuer": () =>
      seal({ id_token: toIdToken({ iss: undefined }) }),
    "an ID token of another issuer": () =>
      seal({ id_token: toIdToken({ iss: "https://eve.example" }) }),
    "a subject that is a number": () =>
      seal({ id_token: toIdToken({ sub: 1 }) }),
    "a sign-in time that is a text": () =>
      seal({ id_token: toIdToken({ auth_time: "1" }) }),
    "content that is a list": () =>
      seal([] as unknown as Record<string, unknown>),
    "the id of a stored session without a store": () => Promise.resolve(E2),
  };
  for (const [what, toText] of Object.entries(bad)) {
    it(`a session with ${what} is nobody, and the log says so once`, async () => {
      await assertNotAccepted(createApp(), { [name]: await toText() });
    });
  }

  it("a session whose provider is not configured is nobody, and the log names it", async () => {
    const moved = createApp({}, { providers: [] });
    await moved.createBrowser({ [name]: await seal() }).read();
    assert.ok(moved.lines.some((line) => line.includes('id "auth0"')));
  });
});

describe("sessions of express-openid-connect in a store", () => {
  const row = () => ({
    header: toTimes(),
    data: { id_token: toIdToken(), sid: "op-sid-1" },
    cookie: { expires: NOW + 1, maxAge: 1 },
  });

  function createStore(rows: Map<string, unknown>): ConnectStore {
    return {
      get: (key, done) => done(null, rows.get(key)),
      destroy: (key, done) => {
        rows.delete(key);
        done();
      },
    };
  }

  it("rows are found by a signed id and by a bare one, as objects and as JSON (E2)", async () => {
    for (const stored of [row(), JSON.stringify(row())]) {
      const store = createStore(new Map([[id, stored]]));
      for (const text of [E2, id]) {
        const browser = createApp({ store }).createBrowser({ [name]: text });
        assert.equal(
          (await browser.read())?.user?.id,
          await toStable("auth0|1"),
        );
      }
    }
  });

  it("a bare id is refused where ids were signed, and so is a wrong signature", async () => {
    const store = createStore(new Map([[id, row()]]));
    const signed = { store, signSessionStoreCookie: true };
    const app = () => createApp(signed);
    assert.notEqual(await app().createBrowser({ [name]: E2 }).read(), null);
    await assertNotAccepted(app(), { [name]: id });
    await assertNotAccepted(app(), { [name]: E2.replace("RNZ", "RNA") });
    await assertNotAccepted(createApp({ store }), { [name]: `${E2}.x` });
    const lenient = { ...signed, requireSignedSessionStoreCookie: false };
    assert.notEqual(
      await createApp(lenient).createBrowser({ [name]: id }).read(),
      null,
    );
  });

  it("a sign-out removes the row, and copies of both cookies are dead", async () => {
    const rows = new Map<string, unknown>([[id, row()]]);
    const moved = createApp({ store: createStore(rows) });
    const browser = moved.createBrowser({ [name]: id });
    await browser.read();
    const copy = Object.fromEntries(browser.cookies);
    await browser.signOut();
    assert.equal(rows.size, 0);
    assert.equal(await moved.createBrowser(copy).read(), null);
    rows.set(id, row());
    assert.equal(await moved.createBrowser({ [name]: id }).read(), null);
  });

  it("a session that the provider ended is nobody", async () => {
    for (const key of ["op-sid-1", "auth0|1"]) {
      const ended = { [`${issuer}|${key}`]: {} };
      const logoutStore = createStore(new Map(Object.entries(ended)));
      const id_token = toIdToken({ sid: "op-sid-1" });
      await assertNotAccepted(createApp({ logoutStore }), {
        [name]: await seal({ id_token }),
      });
    }
    const logoutStore = createStore(new Map());
    const browser = createApp({ logoutStore })
      .createBrowser({ [name]: await seal() });
    assert.notEqual(await browser.read(), null);
  });

  it("a session that the provider ends later is nobody, in a cookie and in a row", async () => {
    const op = await createFaultProvider({ issuer, clientId: "client" });
    const providers = [op.provider({ id: "auth0" })];
    const adapters = [undefined, createMemoryAdapter()];
    for (const adapter of adapters) {
      const iat = NOW / 1000 - 60;
      const id_token = toIdToken({ sid: "op-sid-1", iat });
      const moved = createApp({}, { providers, adapter });
      const old = { [name]: await seal({ id_token }) };
      const browser = moved.createBrowser(old);
      assert.notEqual(await browser.read(), null);
      const logout_token = await op
        .createLogoutToken({ sub: null, sid: "op-sid-1" });
      const answer = await moved.createBrowser()
        .send("/auth/backchannel-logout/auth0", {
          method: "POST",
          body: new URLSearchParams({ logout_token }),
        });
      assert.equal(answer.status, 200);
      assert.equal(await browser.read(), null);
      assert.equal(await moved.createBrowser(old).read(), null);
      const another = { id_token: toIdToken({ sid: "op-sid-2", iat }) };
      const other = moved.createBrowser({
        [name]: await seal(another, toTimes(NOW / 1000 - 7100)),
      });
      assert.notEqual(await other.read(), null);
    }
  });

  it("rows that are missing, or no rows, are nobody", async () => {
    const rows = [undefined, "{", [], { header: {}, data: [] }, { data: {} }];
    for (const stored of rows) {
      const store = createStore(new Map([[id, stored]]));
      await assertNotAccepted(createApp({ store }), { [name]: id });
    }
    const store = createStore(new Map());
    for (const text of ["__proto__", "../etc/passwd-of-all", "x".repeat(600)]) {
      await assertNotAccepted(createApp({ store }), { [name]: text });
    }
  });

  it("an outage of the store is no sign-out", async () => {
    const store: ConnectStore = {
      get: (_id, done) => done(new Error("down")),
      destroy: (_id, done) => done(),
    };
    const browser = createApp({ store }).createBrowser({ [name]: id });
    const response = await browser.send("/auth/session");
    assert.equal(response.status, 503);
    assert.ok(browser.cookies.has(name));
  });
});

describe("the options of fromExpressOpenidConnect", () => {
  it("a missing secret or provider is a mistake", () => {
    const make = (options: Partial<ExpressOpenidConnectOptions>) => () =>
      fromExpressOpenidConnect(options as ExpressOpenidConnectOptions);
    assert.throws(make({ provider: "auth0" }), /secret/);
    assert.throws(make({ provider: "auth0", secret: "short" }), /32 char/);
    assert.throws(make({ secret }), /provider/);
  });
});
