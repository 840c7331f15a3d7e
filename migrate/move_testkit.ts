/**
 * Shared by the tests that move a running application: an Express application
 * with another library is stopped, and the same one with ours takes its place.
 */

import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryStore } from "@latchkey/auth";
import { ServerAuth } from "@latchkey/auth/server";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import type { SessionBridge } from "@latchkey/auth/types";
import express from "express";
import { randomText } from "../core/crypto/random.ts";
import { forward } from "../server/express_testkit.ts";

/**
 * An application before it moved: `POST /login` signs in, `GET /me` names
 * the user or null as JSON, and `POST /logout` signs out.
 */
export interface OldApp {
  readonly app: RequestListener;
  /** The name of its cookie. */
  readonly cookie: string;
  /** What `GET /me` answers when the user is signed in. */
  readonly userId: string;
  /** Whether a sign-out ends copies of the old cookie for the old library, too. */
  readonly isStored: boolean;
  readonly accept: readonly SessionBridge[];
}

/** One port of this machine, on which one application at a time listens. */
interface Site {
  readonly origin: string;
  /** Stops the application that runs, and starts another one. */
  run(app: RequestListener): Promise<void>;
  stop(): Promise<void>;
}

async function createSite(first: RequestListener): Promise<Site> {
  let server = await listen(first, 0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    run: async (app) => {
      await close(server);
      server = await listen(app, port);
    },
    stop: () => close(server),
  };
}

async function listen(app: RequestListener, port: number): Promise<Server> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Creates the same application with ours. `GET /sid` answers with the session's id. */
function createNewApp({ accept }: OldApp): RequestListener {
  const auth = ServerAuth({
    providers: [],
    secret: randomText(32),
    trustHost: true,
    store: createMemoryStore(),
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    session: { accept, acceptUntil: new Date(Date.now() + 86_400_000) },
    callbacks: {
      session: ({ session, token }) => ({ ...session, sid: token.sid }),
    },
  });
  const app = express();
  app.use("/auth", auth);
  app.use(auth.session);
  app.get("/me", (_, res) => {
    res.json(res.locals.session?.user?.id ?? null);
  });
  app.get("/sid", (_, res) => {
    const { sid = null } = (res.locals.session ?? {}) as { sid?: unknown };
    res.json(sid);
  });
  return app;
}

async function read(browser: Browser, url: string): Promise<unknown> {
  const response = await browser.fetch(url);
  assert.equal(response.status, 200, url);
  return await response.json();
}

async function post(browser: Browser, url: string): Promise<void> {
  // The fields of the sign-in form, for applications that look at them.
  const body = new URLSearchParams({ username: "Ada", password: "right" });
  const { status } = await browser.fetch(url, { method: "POST", body });
  assert.ok(status < 400, `${url}: ${status}`);
}

async function signOut(browser: Browser, origin: string): Promise<void> {
  await browser.submit(await browser.goto(`${origin}/auth/signout`));
}

function toNames(browser: Browser, origin: string): readonly string[] {
  return browser.cookies(origin).map(({ name }) => name);
}

/**
 * Moves an application: its visitor stays signed in, may go back to the old
 * library, and is signed out of both.
 */
export async function assertMove(
  old: OldApp,
  app: RequestListener = createNewApp(old),
): Promise<void> {
  const site = await createSite(old.app);
  const me = `${site.origin}/me`;
  try {
    const browser = createBrowser(forward);
    assert.equal(await read(browser, me), null);
    await post(browser, `${site.origin}/login`);
    assert.equal(await read(browser, me), old.userId);
    const late = browser.clone();
    const stolen = browser.clone();

    await site.run(app);
    assert.equal(await read(browser, me), old.userId);
    const names = toNames(browser, site.origin);
    assert.ok(names.includes(old.cookie) && names.includes("latchkey.session"));

    await site.run(old.app);
    assert.equal(await read(browser, me), old.userId, "the way back");

    await site.run(app);
    const copy = browser.clone();
    await signOut(browser, site.origin);
    assert.equal(await read(browser, me), null);
    const left = toNames(browser, site.origin);
    assert.ok(!left.includes(old.cookie) && !left.includes("latchkey.session"));
    for (const dead of [copy, late]) assert.equal(await read(dead, me), null);
    copy.deleteCookie(site.origin, old.cookie);
    assert.equal(await read(copy, me), null, "the new cookie alone");

    await site.run(old.app);
    assert.equal(await read(browser, me), null);
    assert.equal(await read(stolen, me) === null, old.isStored);
  } finally {
    await site.stop();
  }
}

/** Two first requests at once make one session, which one sign-out ends. */
export async function assertOneSession(old: OldApp): Promise<void> {
  const site = await createSite(old.app);
  try {
    const browser = createBrowser(forward);
    await post(browser, `${site.origin}/login`);
    await site.run(createNewApp(old));
    const both = [browser, browser.clone()];
    const sids = await Promise.all(
      both.map((one) => read(one, `${site.origin}/sid`)),
    );
    assert.equal(typeof sids[0], "string");
    assert.equal(sids[0], sids[1]);
    await signOut(browser, site.origin);
    for (const one of both) {
      assert.equal(await read(one, `${site.origin}/me`), null);
    }
  } finally {
    await site.stop();
  }
}

/**
 * While old and new processes run at once, a visitor may reach either. Cookies
 * are shared by all ports of a host, as by all processes behind a proxy.
 */
export async function assertRolling(old: OldApp): Promise<void> {
  const [before, after] = await Promise.all([
    createSite(old.app),
    createSite(createNewApp(old)),
  ]);
  try {
    const browser = createBrowser(forward);
    await post(browser, `${before.origin}/login`);
    for (const { origin } of [after, before, after, before]) {
      assert.equal(await read(browser, `${origin}/me`), old.userId);
    }
    // A sign-out in an old process leaves the new session, as the guides say.
    const other = browser.clone();
    await post(other, `${before.origin}/logout`);
    assert.equal(await read(other, `${before.origin}/me`), null);
    assert.equal(await read(other, `${after.origin}/me`), old.userId);

    await signOut(browser, after.origin);
    for (const { origin } of [after, before]) {
      assert.equal(await read(browser, `${origin}/me`), null);
    }
    assert.equal(await read(other, `${after.origin}/me`), null);

    // A row of its own counts at once; cookies cannot be told apart.
    await post(browser, `${before.origin}/login`);
    const known = old.isStored ? old.userId : null;
    assert.equal(await read(browser, `${before.origin}/me`), old.userId);
    assert.equal(await read(browser, `${after.origin}/me`), known);
  } finally {
    await Promise.all([before.stop(), after.stop()]);
  }
}
