import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  createAuth,
  createMemoryStore,
  type JWT,
  type Store,
} from "@latchkey/auth";
import { StoreError } from "@latchkey/auth/errors";
import {
  getSession,
  ServerAuth,
  type ServerAuthConfig,
} from "@latchkey/auth/server";
import type { Browser } from "@latchkey/auth/testing";
import express from "express";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  signOut,
  toRequest,
} from "../../../testing/app_testkit.ts";
import {
  assertRefused,
  defer,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { DAY, mint, NOON, plant } from "../session_testkit.ts";
import { createFileStore } from "./file_store_testkit.ts";
import { startProgram, waitForEnd } from "../../../testing/program_testkit.ts";

/** An id of the form that the library makes. */
const ADA = "ada".padEnd(43, "-");

afterEach(() => mock.timers.reset());

/** Reads the session of a browser by every way in of a web-standard host. */
async function readEverywhere(browser: Browser, site: App) {
  const direct = await Auth(toRequest(browser, "/auth/session"), site.config);
  const visit = await createAuth({ ...site.config })
    .session(toRequest(browser, "/"));
  return [await direct.json(), visit.session];
}

async function assertDead(browser: Browser, site: App): Promise<void> {
  assert.deepEqual(await readEverywhere(browser, site), [null, null]);
  const answer = await toAnswer(
    await Auth(toRequest(browser, "/auth/session"), site.config),
  );
  assertRefused(answer, site, { clears: [cookieName.session] });
}

async function assertAlive(browser: Browser, site: App): Promise<void> {
  for (const session of await readEverywhere(browser, site)) {
    assert.notEqual(session, null);
  }
}

function failing(method: keyof Store, how: () => unknown = throwIt): Store {
  return { ...createMemoryStore(), [method]: how };
}

function throwIt(): never {
  throw new Error("the store is down");
}

describe("signing out", () => {
  it("signing out ends every copy of the cookie, also through an equal configuration [ASVS-7.4.1]", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const thief = site.browser.clone();
    await assertAlive(thief, site);
    const page = await signOut(site.browser);
    assert.equal(page.url, `${app}/`);
    assert.equal(cookieValue(site.browser, cookieName.session), "");
    assert.notEqual(cookieValue(thief, cookieName.session), "");
    await assertDead(thief, site);
    const clone = {
      ...site,
      config: { ...site.config, secret: [site.secret] },
    };
    await assertDead(thief, clone);
  });

  it("signing out ends a renewed copy too", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    await signIn(site.browser);
    const thief = site.browser.clone();
    mock.timers.tick(2 * DAY * 1000);
    const before = cookieValue(thief, cookieName.session);
    await readSession(thief);
    assert.notEqual(cookieValue(thief, cookieName.session), before);
    await signOut(site.browser);
    assert.equal(await readSession(thief), null);
  });

  it("signing out in the same millisecond as signing in ends the session", async () => {
    for (let now = NOON; now < NOON + 40; now++) {
      mock.timers.enable({ apis: ["Date"], now });
      const site = await createApp();
      plant(site.browser, await mint(site.secret));
      const thief = site.browser.clone();
      await signOut(site.browser);
      assert.equal(await readSession(thief), null, `${now}`);
      mock.timers.reset();
    }
  });

  it("signing out ends the session even if this process's clock is behind", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    const thief = site.browser.clone();
    mock.timers.setTime(NOON - 30_000);
    await signOut(site.browser);
    mock.timers.setTime(NOON);
    await assertDead(thief, site);
  });

  it("signing out ends the session for as long as a copy could be valid", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp({
      config: { session: { absoluteMaxAge: false } },
    });
    plant(site.browser, await mint(site.secret));
    const thief = site.browser.clone();
    mock.timers.tick(1000);
    await signOut(site.browser);
    for (const day of [1, 15, 29.99]) {
      mock.timers.setTime(NOON + day * DAY * 1000);
      await assertDead(thief.clone(), site);
    }
  });

  it("signing out keeps the user's other sessions", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const phone = await createApp({ config: site.config });
    plant(phone.browser, await mint(site.secret));
    await signOut(site.browser);
    await assertAlive(phone.browser, phone);
  });

  it("signing out reports an error and keeps the session if the store fails [SES-07]", async () => {
    const site = await createApp({ config: { store: failing("set") } });
    const session = await mint(site.secret);
    plant(site.browser, session);
    const page = await signOut(site.browser);
    assert.equal(page.status, 503);
    assert.match(page.text, /couldn’t sign you out/);
    assertRefused(page, site, { hides: [session] });
    for (const hop of page.redirects) {
      assert.deepEqual(readSetCookies(hop.headers), []);
    }
    assert.match(site.lines.join("\n"), /SignOutError/);
    assert.match(site.lines.join("\n"), /the store is down/);
    await assertAlive(site.browser, site);
  });

  it("signing out reports a failing store to API clients with a status [SES-07]", async () => {
    const site = await createApp({
      config: { store: failing("set", () => reject()) },
    });
    plant(site.browser, await mint(site.secret));
    const csrfToken = await readCsrfToken(site.browser);
    const answer = await toAnswer(
      await site.browser.fetch(`${app}/auth/signout`, {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams({ csrfToken }),
      }),
    );
    assert.equal(answer.status, 503);
    assert.equal(JSON.parse(answer.text).error, "SignOutError");
    assertRefused(answer, site);
    await assertAlive(site.browser, site);
  });

  it("signing out twice, without a session, or with garbage is no error [SES-08]", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const cookies = [
      cookieName.session + "=" + cookieValue(site.browser, cookieName.session),
      "",
      `${cookieName.session}=garbage`,
      `${cookieName.session}.0=2~x; ${cookieName.session}.1=y`,
    ];
    await signOut(site.browser);
    const csrfToken = await readCsrfToken(site.browser);
    const csrf = `${cookieName.csrf}=${
      cookieValue(site.browser, cookieName.csrf)
    }`;
    for (const cookie of cookies.slice(1)) {
      const request = toRequest(site.browser, "/auth/signout", {
        method: "POST",
        headers: { cookie: `${csrf}; ${cookie}` },
        body: new URLSearchParams({ csrfToken }),
      });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.get("location"), `${app}/`);
      const sent = cookie.match(/__Host-[\w.-]+/g) ?? [];
      assertRefused(answer, site, { clears: [cookieName.csrf, ...sent] });
    }
    const again = await signOut(site.browser);
    assert.equal(again.url, `${app}/`);
    const dead = site.browser.clone();
    plant(dead, cookies[0]?.split("=")[1] ?? "");
    const page = await dead.submit(await dead.goto(`${app}/auth/signout`));
    assert.equal(page.url, `${app}/`);
    assert.equal(cookieValue(dead, cookieName.session), "");
  });

  it("signing out fires signOut with the session's user", async () => {
    const told: (JWT | null)[] = [];
    const site = await createApp({
      config: {
        events: { signOut: ({ token }) => void told.push(token) },
      },
    });
    plant(site.browser, await mint(site.secret, { sid: "the-session" }));
    await signOut(site.browser);
    await signOut(site.browser);
    assert.deepEqual(told.map((token) => token?.sid), ["the-session"]);
  });
});

function reject(): Promise<never> {
  return Promise.reject(new Error("the store is down"));
}

describe("a session read in progress", () => {
  it("a read in progress does not revive a session that ends in the meantime [SES-06]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    let isHeld = false;
    const held = defer();
    const arrived = defer();
    const site = await createApp({
      config: {
        session: { updateAge: 0 },
        callbacks: {
          jwt: async ({ token }) => {
            if (!isHeld) return token;
            arrived.resolve();
            await held.promise;
            return { ...token, changed: true };
          },
        },
      },
    });
    await signIn(site.browser);
    isHeld = true;
    const late = site.browser.fetch(`${app}/auth/session`);
    await arrived.promise;
    isHeld = false;
    mock.timers.tick(1000);
    await signOut(site.browser);
    assert.equal(cookieValue(site.browser, cookieName.session), "");
    held.resolve();
    await late;
    assert.equal(cookieValue(site.browser, cookieName.session), "");
    assert.equal(await readSession(site.browser), null);
  });

  it("two tabs that renew at once both stay signed in [SES-10]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    await signIn(site.browser);
    mock.timers.tick(DAY * 1000);
    const tabs = await Promise.all([
      readSession(site.browser),
      readSession(site.browser),
    ]);
    assert.ok(tabs.every((session) => session !== null));
    const renewed = cookieValue(site.browser, cookieName.session);
    const later = await site.browser.fetch(`${app}/auth/session`);
    assert.deepEqual(later.headers.getSetCookie(), []);
    assert.notEqual(await later.json(), null);
    assert.equal(cookieValue(site.browser, cookieName.session), renewed);
  });
});

describe("signing in", () => {
  it("signing in with a planted session gives a new one, and ends the planted one [SES-01]", async () => {
    const site = await createApp();
    const planted = await mint(site.secret, { name: "Eve", sub: "eve" });
    plant(site.browser, planted);
    const attacker = site.browser.clone();
    await signIn(site.browser);
    assert.notEqual(cookieValue(site.browser, cookieName.session), planted);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    await assertDead(attacker, site);
  });

  it("signing in again rotates the session id and ends the old session [SES-02, ASVS-7.2.4]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const sids: (string | undefined)[] = [];
    const site = await createApp({
      config: {
        callbacks: {
          session: ({ session, token }) => {
            sids.push(token.sid);
            return session;
          },
        },
      },
    });
    await signIn(site.browser);
    await readSession(site.browser);
    const old = site.browser.clone();
    await signIn(site.browser);
    await readSession(site.browser);
    assert.equal(new Set(sids).size, 2);
    assert.deepEqual(await readEverywhere(old, site), [null, null]);
    mock.timers.tick(120_000);
    await assertDead(old, site);
    await assertAlive(site.browser, site);
  });

  it("signing in as another user ends the previous session [SES-03]", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const old = site.browser.clone();
    site.op.user = { sub: "user-2", name: "Grace Hopper" };
    await signIn(site.browser);
    assert.equal((await readSession(site.browser))?.user?.name, "Grace Hopper");
    await assertDead(old, site);
  });

  it("signing in with an expired session is like signing in without one [SES-04]", async () => {
    const revoked: string[] = [];
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      set: (key, value, ttl) => {
        revoked.push(key);
        return inner.set(key, value, ttl);
      },
    };
    const site = await createApp({ config: { store } });
    const now = Math.floor(Date.now() / 1000);
    plant(site.browser, await mint(site.secret, { exp: now - 1 }));
    await signIn(site.browser);
    assert.deepEqual(revoked, []);
    await assertAlive(site.browser, site);
  });

  it("an expired session is anonymous for sign-out and form tokens too [SES-04]", async () => {
    const told: (JWT | null)[] = [];
    const site = await createApp({
      config: {
        events: { signOut: ({ token }) => void told.push(token) },
      },
    });
    const csrfToken = await readCsrfToken(site.browser);
    const now = Math.floor(Date.now() / 1000);
    plant(site.browser, await mint(site.secret, { exp: now - 1 }));
    assert.equal(await readCsrfToken(site.browser), csrfToken);
    await signOut(site.browser);
    assert.deepEqual(told, []);
  });

  it("signing in takes nothing over from another user's live session [SES-05]", async () => {
    const site = await createApp();
    const eve = await mint(site.secret, {
      name: "Eve",
      sub: "eve",
      role: "admin",
    });
    plant(site.browser, eve);
    await signIn(site.browser);
    const auth = createAuth({
      ...site.config,
      callbacks: {
        session: ({ session, token }) => {
          assert.notEqual(token.sub, "eve");
          assert.equal(token.role, undefined);
          return session;
        },
      },
    });
    const { session } = await auth.session(toRequest(site.browser, "/"));
    assert.equal(session?.user?.name, "Ada Lovelace");
  });

  it("signing in is refused if the old session cannot be ended", async () => {
    const site = await createApp({ config: { store: failing("set") } });
    plant(site.browser, await mint(site.secret, { name: "Eve" }));
    const page = await signIn(site.browser);
    assert.equal(page.status, 503);
    assertRefused(page, site);
    const [answer] = page.redirects.slice(-1);
    assert.ok(answer);
    const set = readSetCookies(answer.headers);
    assert.ok(set.every((one) => one.deletes && /attempt/.test(one.name)));
    assert.equal(set.length, 1);
  });
});

describe("revoke", () => {
  it("revoke ends one session by its id", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret, { sid: "one" }));
    const other = site.browser.clone();
    plant(other, await mint(site.secret, { sid: "two" }));
    await createAuth(site.config).revoke({ session: "one" });
    await assertDead(site.browser, site);
    await assertAlive(other, site);
  });

  it("revoke ends all sessions of a user that began before, and no later one [ASVS-7.4.5]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    await signIn(site.browser);
    const phone = site.browser.clone();
    plant(phone, await mint(site.secret, { sub: "somebody else" }));
    const sub = await readSub(site);
    for (let i = 0; i < 20; i++) {
      mock.timers.tick(1);
      await createAuth(site.config).revoke({ user: sub });
      assert.equal(await readSession(site.browser), null);
      mock.timers.tick(1);
      await signIn(site.browser);
      assert.notEqual(await readSession(site.browser), null);
    }
    await assertAlive(phone, site);
  });

  it("revoke ends sessions of the same millisecond, whatever the rounding", async () => {
    for (let now = NOON; now < NOON + 40; now++) {
      mock.timers.enable({ apis: ["Date"], now });
      const site = await createApp();
      plant(site.browser, await mint(site.secret, { sub: ADA }));
      await createAuth(site.config).revoke({ user: ADA });
      assert.equal(await readSession(site.browser), null, `${now}`);
      mock.timers.reset();
    }
  });

  it("revoke in a process whose clock is slow does not move a user's mark back", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    plant(site.browser, await mint(site.secret, { sub: ADA }));
    const { revoke } = createAuth(site.config);
    await revoke({ user: ADA });
    mock.timers.setTime(NOON - 30_000);
    await revoke({ user: ADA });
    mock.timers.setTime(NOON + 1);
    assert.equal(await readSession(site.browser), null);
  });

  it("revoke does not mistake a user for a session", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret, { sid: ADA, sub: "b" }));
    await createAuth(site.config).revoke({ session: "b" });
    await createAuth(site.config).revoke({ user: ADA });
    await assertAlive(site.browser, site);
  });

  it("revoke needs none of the variables of the providers", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret, { sub: ADA }));
    const { secret, store, origin } = site.config;
    // A program of the operators, without the client id of the provider.
    const providers = [{ id: "op", type: "oauth" as const, name: "Op" }];
    const { revoke } = createAuth({ secret, store, origin, providers });
    await revoke({ user: ADA });
    await assertDead(site.browser, site);
  });

  it("revoke ends nothing if the clock returns no time, and says so", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret, { sub: ADA }));
    const { revoke } = createAuth(site.config);
    const clock = mock.method(Date, "now", () => NaN);
    for (const what of [{ user: ADA }, { all: true }] as const) {
      await assert.rejects(revoke(what), /returns no time/);
    }
    clock.mock.restore();
    await assertAlive(site.browser, site);
  });

  it("revoke rejects with a StoreError if the store fails", async () => {
    for (const how of [throwIt, reject]) {
      const { config } = await createApp({
        config: { store: failing("set", how) },
      });
      await assert.rejects(
        createAuth(config).revoke({ user: ADA }),
        StoreError,
      );
    }
  });
});

async function readSub({ browser, config }: App): Promise<string> {
  let sub = "";
  const auth = createAuth({
    ...config,
    callbacks: {
      session: ({ session, token }) => {
        sub = token.sub ?? "";
        return session;
      },
    },
  });
  await auth.session(toRequest(browser, "/"));
  return sub;
}

describe("an outage of the store", () => {
  it("an outage is 503 at the auth routes and an exception in pages, and never a sign-out", async () => {
    for (const how of [throwIt, reject]) {
      const site = await createApp({ config: { store: failing("get", how) } });
      const session = await mint(site.secret);
      plant(site.browser, session);
      const answer = await toAnswer(
        await Auth(toRequest(site.browser, "/auth/session"), site.config),
      );
      assert.equal(answer.status, 503);
      assert.equal(JSON.parse(answer.text).error, "StoreError");
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assertRefused(answer, site, { hides: [session] });
      await assert.rejects(
        createAuth(site.config).session(toRequest(site.browser, "/")),
        (error: unknown) => error instanceof StoreError && error.status === 503,
      );
    }
  });

  it("an outage does not affect visitors without a session", async () => {
    const site = await createApp({ config: { store: failing("get") } });
    assert.equal(await readSession(site.browser), null);
    plant(site.browser, "garbage");
    assert.equal(await readSession(site.browser), null);
  });

  it("a mark that is not a number revokes the session", async () => {
    for (const mark of ["", "soon", "NaN", "0x"]) {
      const places = [0, 1, 2].map((i) => Array(3).fill(null).with(i, mark));
      for (const marks of places) {
        const site = await createApp({
          config: { store: failing("get", () => marks) },
        });
        plant(site.browser, await mint(site.secret));
        assert.equal(await readSession(site.browser), null, mark);
      }
    }
  });

  it("an answer of the store in the wrong form is an outage", async () => {
    const nonsense = [undefined, null, [], [null], [undefined, undefined], {}];
    for (const marks of nonsense) {
      const site = await createApp({
        config: { store: failing("get", () => marks) },
      });
      plant(site.browser, await mint(site.secret));
      await assert.rejects(
        createAuth(site.config).session(toRequest(site.browser, "/")),
        StoreError,
      );
      assertRefused(
        await toAnswer(
          await Auth(toRequest(site.browser, "/auth/session"), site.config),
        ),
        site,
      );
    }
  });
});

type Run = (origin: string) => Promise<void>;

async function serve(listener: unknown, run: Run): Promise<void> {
  const server = createServer(listener as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await run(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("a copied cookie after sign-out", () => {
  it("the copy is refused in Express, in getSession and in a guard", async () => {
    const site = await createApp();
    const config: ServerAuthConfig = {
      ...site.config,
      useSecureCookies: true,
    };
    const auth = ServerAuth(config);
    const pages = express();
    pages.use("/auth", auth);
    pages.get("/one", async (req, res) => {
      res.json(await getSession(req, config));
    });
    pages.get("/two", auth.require(), (_req, res) => {
      res.json("let in");
    });
    const cookie = `${cookieName.session}=${await mint(site.secret)}`;
    await serve(pages, async (origin) => {
      const ask = async (path: string) => {
        const response = await fetch(origin + path, { headers: { cookie } });
        return [response.status, await response.json()];
      };
      assert.equal((await ask("/two"))[1], "let in");
      assert.notEqual((await ask("/one"))[1], null);
      await signOutAt(origin, cookie);
      assert.deepEqual(await ask("/one"), [200, null]);
      assert.deepEqual(await ask("/auth/session"), [200, null]);
      assert.equal((await ask("/two"))[0], 401);
    });
    assert.deepEqual(rejections, []);
  });

  it("the copy is refused in a second process that shares the store, and the other way round", async () => {
    const folder = mkdtempSync(`${tmpdir()}/latchkey-`);
    try {
      const site = await createApp({
        config: { store: createFileStore(folder) },
      });
      await signIn(site.browser);
      const thief = site.browser.clone();
      const cookie = thief.cookieHeader(app);
      const shared = { secret: site.secret, folder, cookie };
      const before = await runOther(shared);
      assert.equal(before.session?.user.name, "Ada Lovelace");
      await signOut(site.browser);
      assert.deepEqual(await runOther(shared), { session: null });
      plant(thief, await mint(site.secret, { sid: "elsewhere" }));
      await assertAlive(thief, site);
      await runOther({ ...shared, revoke: { session: "elsewhere" } });
      await assertDead(thief, site);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

async function signOutAt(origin: string, cookie: string): Promise<void> {
  const page = await fetch(`${origin}/auth/csrf`, { headers: { cookie } });
  const { csrfToken } = await page.json();
  const [csrf = ""] = page.headers.getSetCookie();
  const response = await fetch(`${origin}/auth/signout`, {
    method: "POST",
    headers: { cookie: `${cookie}; ${csrf.split(";")[0]}` },
    body: new URLSearchParams({ csrfToken }),
    redirect: "manual",
  });
  await response.body?.cancel();
  assert.equal(response.status, 303);
}

/** Runs the fixture in a separate process, on the same runtime as this one. */
async function runOther(
  input: Record<string, unknown>,
): Promise<{ session: { user: { name: string } } | null }> {
  const program = ["./file_store_testkit", import.meta.url] as const;
  const { text, errors } = await waitForEnd(
    startProgram(program, [JSON.stringify(input)]),
  );
  assert.notEqual(text, "", errors);
  return JSON.parse(text);
}
