import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  AuthError,
  createAuth,
  createMemoryStore,
  type JWT,
  type Session,
} from "@latchkey/auth";
import { SessionError } from "@latchkey/auth/errors";
import { createKeyring } from "../../crypto/keys.ts";
import { open } from "../../crypto/seal.ts";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readSession,
  signIn,
  toRequest,
} from "../../../testing/app_testkit.ts";
import {
  assertRefused,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { DAY, mint, NOON, plant, sessionPurpose } from "../session_testkit.ts";

afterEach(() => mock.timers.reset());

/** Creates a signed-in site, with its clock stopped at noon. */
async function createSignedIn(
  overrides: Partial<AuthConfig> = {},
  claims: Record<string, unknown> = {},
): Promise<App & { value: string }> {
  mock.timers.enable({ apis: ["Date"], now: NOON });
  const site = await createApp({ config: overrides });
  const value = await mint(site.secret, claims);
  plant(site.browser, value);
  return { ...site, value };
}

/** Reads the session once; returns it and the cookies that were written. */
async function read({ browser, config }: App) {
  const response = await Auth(toRequest(browser, "/auth/session"), config);
  const cookies = readSetCookies(response.headers);
  for (const header of response.headers.getSetCookie()) {
    browser.setCookie(app, header);
  }
  return { session: await response.json() as Session | null, cookies };
}

/** Opens the claims in the browser's cookie with the real keys. */
async function openClaims(site: App, secrets = [site.secret]) {
  const value = cookieValue(site.browser, cookieName.session);
  const keyring = createKeyring(secrets);
  const opened = await open(keyring, sessionPurpose, value, Date.now());
  return opened?.payload as JWT | undefined;
}

const full = {
  id: "person-1-----------------------------------",
  name: "Ada Lovelace",
  email: "ada@example.com",
  image: "https://pictures.example/ada.png",
};

describe("reading a session", () => {
  it("a read returns id, name, address, picture and end, and nothing else by default", async () => {
    const site = await createSignedIn({}, { secretClaim: "s", role: "admin" });
    const { session } = await read(site);
    assert.deepEqual(session, { user: full, expires: toEnd(NOON) });
    const visit = await createAuth(site.config)
      .session(toRequest(site.browser, "/"));
    assert.deepEqual(visit.session, session);
    assert.deepEqual(visit.headers.getSetCookie(), []);
  });

  it("a read after the sign-in returns no claims of the library", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const text = JSON.stringify(await readSession(site.browser));
    for (const claim of Object.keys(await openClaims(site) ?? {})) {
      if (["name", "email"].includes(claim)) continue;
      assert.doesNotMatch(text, new RegExp(`"${claim}"`));
    }
  });

  it("a read writes the cookie only when it is due", async () => {
    const site = await createSignedIn();
    for (const hours of [0, 1, 12, 23.9]) {
      mock.timers.setTime(NOON + hours * 3_600_000);
      assert.deepEqual((await read(site)).cookies, []);
    }
    const due = NOON + DAY * 1000;
    mock.timers.setTime(due);
    const { session, cookies } = await read(site);
    assert.deepEqual(cookies.map(({ name }) => name), [cookieName.session]);
    assert.equal(session?.expires, toEnd(due));
    assert.deepEqual((await read(site)).cookies, []);
    const claims = await openClaims(site);
    assert.equal(claims?.iat, due / 1000);
    assert.equal(claims?.auth_time, NOON / 1000);
  });

  it("a read with updateAge 0 writes the cookie each time", async () => {
    const site = await createSignedIn({ session: { updateAge: 0 } });
    for (let i = 0; i < 3; i++) {
      assert.equal((await read(site)).cookies.length, 1);
    }
  });

  it("a prefetch does not renew the session, but stores what the jwt callback changes [4.20]", async () => {
    let changes = 0;
    const site = await createSignedIn({
      session: { updateAge: 0 },
      callbacks: { jwt: ({ token }) => ({ ...token, changes }) },
    });
    const ask = async (purpose: string) => {
      const headers = { "sec-purpose": purpose };
      const request = toRequest(site.browser, "/auth/session", { headers });
      const response = await Auth(request, site.config);
      assert.ok((await response.json())?.user);
      return response.headers.getSetCookie().length;
    };
    assert.equal(await ask("other"), 1);
    await read(site);
    assert.equal(await ask("prefetch"), 0);
    assert.equal(await ask("prefetch;prerender"), 0);
    changes = 1;
    assert.equal(await ask("prefetch"), 1);
  });

  it("reads keep a session in use alive, and end it at its absolute end", async () => {
    const site = await createSignedIn();
    for (let day = 0; day < 90; day++) {
      mock.timers.setTime(NOON + day * DAY * 1000);
      assert.notEqual((await read(site)).session, null, `day ${day}`);
    }
    mock.timers.setTime(NOON + 90 * DAY * 1000 - 1000);
    const { session } = await read(site);
    assert.equal(session?.expires, toIso(NOON + 90 * DAY * 1000));
    mock.timers.setTime(NOON + 90 * DAY * 1000);
    assert.equal((await read(site)).session, null);
  });

  it("a read ends a session unused for maxAge, and clears its cookie [ASVS-7.3.1]", async () => {
    const site = await createSignedIn();
    const request = toRequest(site.browser, "/auth/session");
    mock.timers.setTime(NOON + 30 * DAY * 1000);
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.text, "null");
    assertRefused(answer, site, { clears: [cookieName.session] });
  });

  it("the cookie has the same end as the claims", async () => {
    const site = await createSignedIn({ session: { updateAge: 0 } });
    mock.timers.setTime(NOON + 500);
    await read(site);
    const [cookie] = site.browser.cookies(app)
      .filter(({ name }) => name === cookieName.session);
    const exp = (await openClaims(site))?.exp ?? 0;
    assert.ok(Math.abs((cookie?.expires ?? 0) - exp * 1000) <= 1000);
  });

  it("no cookie is kept for over 400 days [SES-11]", async () => {
    const site = await createSignedIn({
      session: { maxAge: 400 * DAY, updateAge: 0, absoluteMaxAge: false },
    });
    const response = await Auth(
      toRequest(site.browser, "/auth/session"),
      site.config,
    );
    const [header = ""] = response.headers.getSetCookie();
    const maxAge = Number(/Max-Age=(\d+)/.exec(header)?.[1]);
    assert.equal(maxAge, 400 * DAY);
  });

  it("a read gives no session if the clock returns NaN [SEAL-14]", async () => {
    const site = await createSignedIn();
    const request = toRequest(site.browser, "/auth/session");
    mock.timers.reset();
    const clock = mock.method(Date, "now", () => NaN);
    const answer = await toAnswer(await Auth(request, site.config));
    await Auth(toRequest(site.browser, "/auth/session"), site.config);
    clock.mock.restore();
    assert.equal(answer.text, "null");
    assertRefused(answer, site);
    // The process says so once.
    const said = site.lines.filter((line) =>
      line.includes("clock returned no time")
    );
    assert.equal(said.length, 1);
  });

  it("a read refuses a session if the clock went back beyond the tolerance [SEAL-13]", async () => {
    const site = await createSignedIn();
    for (const [seconds, isLive] of [[-10, true], [-60, true], [-61, false]]) {
      mock.timers.setTime(NOON + Number(seconds) * 1000);
      const request = toRequest(site.browser, "/auth/session");
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.text !== "null", isLive, String(seconds));
      if (!isLive) {
        assertRefused(answer, site, { clears: [cookieName.session] });
      }
    }
  });

  it("reads find nothing changed if every request brings an equal new configuration", async () => {
    const site = await createApp({ config: { store: undefined } });
    const fresh = () => ({
      ...site.config,
      secret: [site.secret],
      session: { updateAge: 3600 },
    });
    const browser = site.browser.clone();
    plant(browser, await mint(site.secret));
    for (let i = 0; i < 5; i++) {
      const response = await Auth(
        toRequest(browser, "/auth/session"),
        fresh(),
      );
      assert.notEqual(await response.json(), null);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
    const auth = createAuth(fresh());
    await auth.revoke({ user: "person-1-----------------------------------" });
    const after = await Auth(toRequest(browser, "/auth/session"), fresh());
    assert.equal(await after.json(), null);
  });

  it("a session is read once per request object, and again for another secret", async () => {
    let reads = 0;
    const inner = createMemoryStore();
    const site = await createApp({
      config: {
        store: { ...inner, get: (keys) => (reads++, inner.get(keys)) },
      },
    });
    plant(site.browser, await mint(site.secret));
    const request = toRequest(site.browser, "/");
    const auth = createAuth(site.config);
    const same = createAuth({ ...site.config });
    const results = await Promise.all([
      auth.session(request),
      auth.session(request),
      same.session(request),
    ]);
    assert.equal(reads, 1);
    assert.ok(results.every(({ session }) => session !== null));
    const other = createAuth({ ...site.config, secret: "y".repeat(30) + "zz" });
    assert.equal((await other.session(request)).session, null);
    await auth.session(toRequest(site.browser, "/"));
    assert.equal(reads, 2);
  });

  it("each check fires the session event, if there is a session", async () => {
    const told: unknown[] = [];
    const site = await createSignedIn({
      events: { session: (message) => void told.push(message) },
    });
    const { session } = await read(site);
    await createAuth(site.config).session(toRequest(site.browser, "/"));
    assert.equal(told.length, 2);
    const [first] = told as { session: Session; token: JWT }[];
    assert.deepEqual(first?.session, session);
    assert.equal(
      first?.token.sub,
      "person-1-----------------------------------",
    );
    assert.deepEqual(Object.keys(first ?? {}).sort(), ["session", "token"]);
    site.browser.deleteCookie(app, cookieName.session);
    await read(site);
    assert.equal(told.length, 2);
  });
});

function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns the end of a session that was sealed at that moment. */
function toEnd(now: number): string {
  return toIso(now + 30 * DAY * 1000);
}

describe("the jwt callback", () => {
  it("a jwt callback that changes nothing by value writes nothing", async () => {
    const same: ((token: JWT) => JWT)[] = [
      (token) => token,
      (token) => ({ ...token }),
      (token) => Object.fromEntries(Object.entries(token).reverse()),
      (token) => ({ ...token, gone: undefined }),
      (token) => ({ ...token, deep: { b: [1, { y: 2, x: 1 }], a: 1 } }),
      ({ sub: _, sid: __, exp: ___, iat: ____, ...token }) => token,
    ];
    for (const jwt of same) {
      const site = await createSignedIn(
        { callbacks: { jwt: ({ token }) => jwt(token) } },
        { deep: { a: 1, b: [1, { x: 1, y: 2 }] } },
      );
      assert.deepEqual((await read(site)).cookies, [], String(jwt));
      mock.timers.reset();
    }
  });

  it("a change by the jwt callback is written, however it is made", async () => {
    const changes: ((token: JWT) => JWT)[] = [
      (token) => ({ ...token, role: "admin" }),
      (token) => Object.assign(token, { role: "admin" }),
      (token) => {
        (token.deep as Record<string, unknown>).role = "admin";
        return token;
      },
      (token) => ({ ...token, name: null }),
      (token) => ({ ...token, deep: { list: [2, 1] } }),
      ({ email: _, ...token }) => token,
    ];
    for (const jwt of changes) {
      const site = await createSignedIn(
        { callbacks: { jwt: ({ token }) => jwt(token) } },
        { deep: { list: [1, 2] } },
      );
      assert.equal((await read(site)).cookies.length, 1, String(jwt));
      assert.deepEqual((await read(site)).cookies, [], "only once");
      mock.timers.reset();
    }
  });

  it("a jwt callback cannot change the claims of the library", async () => {
    const site = await createSignedIn({
      session: { updateAge: 0 },
      callbacks: {
        jwt: ({ token }) => ({
          ...token,
          sub: "eve",
          sid: "fixed",
          iat: 1,
          exp: 9e9,
          auth_time: 9e9,
          aud: "https://evil.example",
          role: "admin",
        }),
      },
    }, { sid: "own-session", aud: app });
    const { session } = await read(site);
    assert.equal(session?.expires, toEnd(NOON));
    const claims = await openClaims(site);
    assert.deepEqual(
      { ...claims, name: 0, email: 0, picture: 0 },
      {
        name: 0,
        email: 0,
        picture: 0,
        role: "admin",
        sub: "person-1-----------------------------------",
        aud: app,
        sid: "own-session",
        iat: NOON / 1000,
        auth_time: NOON / 1000,
        exp: NOON / 1000 + 30 * DAY,
      },
    );
  });

  it("a jwt callback cannot change the claims of the library at sign-in", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const fixed = { sub: "eve", sid: "fixed", auth_time: 1, exp: 9e9, iat: 1 };
    const site = await createApp({
      config: {
        callbacks: { jwt: ({ token }) => ({ ...token, ...fixed }) },
      },
    });
    await signIn(site.browser);
    const claims = await openClaims(site);
    for (const [name, value] of Object.entries(fixed)) {
      assert.notEqual(claims?.[name], value, name);
    }
    assert.equal(claims?.auth_time, NOON / 1000);
    assert.notEqual(await readSession(site.browser), null);
  });

  it("a jwt callback that returns null ends the session", async () => {
    const site = await createSignedIn({ callbacks: { jwt: () => null } });
    const request = toRequest(site.browser, "/auth/session");
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.text, "null");
    assertRefused(answer, site, { clears: [cookieName.session] });
  });

  it("a jwt callback gets only a copy of the token at a check", async () => {
    const told: Record<string, unknown>[] = [];
    const site = await createSignedIn({
      callbacks: {
        jwt: (message) => {
          told.push({ ...message });
          return message.token;
        },
      },
    });
    await read(site);
    assert.deepEqual(told.map((one) => Object.keys(one)), [["token"]]);
  });
});

describe("a callback that fails at a check", () => {
  const failing: Record<string, AuthConfig["callbacks"]> = {
    "jwt throws": { jwt: throwIt },
    "jwt rejects": { jwt: () => Promise.reject(new Error("of the host")) },
    "jwt returns undefined": { jwt: () => undefined as never },
    "jwt returns a text": { jwt: () => "token" as never },
    "session throws": { session: throwIt },
    "session rejects": { session: () => Promise.reject(new Error("x")) },
    "session returns undefined": { session: () => undefined as never },
    "session returns null": { session: () => null as never },
    "session returns a text": { session: () => "me" as never },
  };
  for (const [name, callbacks] of Object.entries(failing)) {
    it(`if ${name}, the answer is an error and the cookie is kept [F35]`, async () => {
      const site = await createSignedIn({
        callbacks,
        session: { updateAge: 0 },
      });
      const request = toRequest(site.browser, "/auth/session");
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 500);
      assert.equal(JSON.parse(answer.text).error, "Configuration");
      assertRefused(answer, site, { hides: [site.value] });
      assert.doesNotMatch(answer.text, /of the host/);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      await assert.rejects(
        createAuth(site.config).session(toRequest(site.browser, "/")),
        SessionError,
      );
    });
  }

  it("a callback that throws an error of the library gives that error [F35]", async () => {
    class Busy extends AuthError {}
    const callbacks = {
      jwt: () => {
        throw new Busy("later");
      },
    };
    const site = await createSignedIn({ callbacks });
    await assert.rejects(
      createAuth(site.config).session(toRequest(site.browser, "/")),
      Busy,
    );
    assert.deepEqual(rejections, []);
  });
});

function throwIt(): never {
  throw new Error("of the host");
}

describe("the session callback", () => {
  it("the session callback decides what is shown, without changing the cookie", async () => {
    const site = await createSignedIn({
      callbacks: {
        session: ({ session, token }) => ({ ...session, id: token.sub }),
      },
    });
    const { session, cookies } = await read(site);
    assert.deepEqual(session, {
      user: full,
      expires: toEnd(NOON),
      id: "person-1-----------------------------------",
    });
    assert.deepEqual(cookies, []);
  });
});

describe("a session of another application", () => {
  it("an application with another origin or path refuses the session [SEAL-05]", async () => {
    const origin = app;
    const site = await createApp({ config: { origin } });
    await signIn(site.browser);
    const value = cookieValue(site.browser, cookieName.session);
    const request = () => toRequest(site.browser, "/auth/session");
    const own = await Auth(request(), { ...site.config });
    assert.notEqual(await own.json(), null);
    const others = [
      { ...site.config, origin: "https://other.example" },
      { ...site.config, origin: `${app}:8443` },
      { ...site.config, basePath: "/auth" },
    ];
    for (const config of others) {
      const answer = await toAnswer(await Auth(request(), config));
      assert.equal(answer.text, "null");
      assertRefused(answer, site, {
        clears: [cookieName.session],
        hides: [value],
      });
    }
  });
});

describe("rotating the secret", () => {
  it("sessions are sealed again under the first secret, and end with a removed one [SEAL-08]", async () => {
    const site = await createSignedIn();
    const rotated = `new-${site.secret}`;
    const both = { ...site.config, secret: [rotated, site.secret] };
    assert.equal(await openClaims(site, [rotated]), undefined);
    const { session, cookies } = await read({ ...site, config: both });
    assert.deepEqual(session?.user, full);
    assert.equal(cookies.length, 1);
    assert.equal(
      (await openClaims(site, [rotated]))?.sub,
      "person-1-----------------------------------",
    );
    const once = await read({ ...site, config: both });
    assert.deepEqual(once.cookies, []);
    const next = { ...site.config, secret: rotated };
    assert.deepEqual(
      (await read({ ...site, config: next })).session?.user,
      full,
    );
    const request = toRequest(site.browser, "/auth/session");
    const removed = await toAnswer(await Auth(request, site.config));
    assert.equal(removed.text, "null");
    assertRefused(removed, site, {
      clears: [cookieName.session],
      hides: [rotated],
    });
  });

  it("no user is signed out while old and new versions run side by side [F39]", async () => {
    const site = await createSignedIn();
    const newer = { ...site.config, secret: [`n-${site.secret}`, site.secret] };
    const older = { ...site.config, secret: [site.secret, `n-${site.secret}`] };
    for (const config of [newer, older, newer, older]) {
      assert.notEqual((await read({ ...site, config })).session, null);
    }
  });

  it("the default store keeps revocations across lists that share a secret", async () => {
    const site = await createSignedIn({ store: undefined });
    await createAuth(site.config).revoke({
      user: "person-1-----------------------------------",
    });
    const secret = [`new-${site.secret}`, site.secret];
    const { session } = await read({
      ...site,
      config: { ...site.config, secret },
    });
    assert.equal(session, null);
  });
});
