/**
 * An application that changes from the published Better Auth to this library
 * while its visitors' browsers keep their cookies.
 */

import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import type { BetterAuthOptions as OldConfig } from "better-auth";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { fromNodeHeaders, toNodeHandler } from "better-auth/node";
import express from "express";
import {
  type BetterAuthOptions,
  fromBetterAuth,
} from "@latchkey/auth/migrate/better-auth";
import type { Browser } from "@latchkey/auth/testing";
import { randomText } from "../core/crypto/random.ts";
import { ask, toBrowser } from "../server/express_testkit.ts";
import { signOut } from "../testing/app_testkit.ts";
import { createMovedApp, openSite, readMe, type Site } from "./site_testkit.ts";

/** The secret of the old application. */
export const oldSecret = `old ${randomText(32)}`;

/** The two applications, before and after. */
export interface Move {
  readonly site: Site;
  readonly old: RequestListener;
  readonly moved: RequestListener;
}

/** Creates the old application; its tables are those of its own migrations. */
export async function createOldAuth(
  { origin }: Site,
  config: OldConfig,
) {
  const auth = betterAuth({
    baseURL: origin,
    secret: oldSecret,
    emailAndPassword: { enabled: true },
    logger: { level: "error" },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    ...config,
  });
  if (config.database !== undefined) {
    await (await getMigrations(auth.options)).runMigrations();
  }
  return auth;
}

/** Returns the old application, as Better Auth's documentation writes it. */
export function toOldApplication(
  auth: Awaited<ReturnType<typeof createOldAuth>>,
): RequestListener {
  const app = express();
  app.all("/api/auth/*splat", toNodeHandler(auth));
  app.get("/me", async (request, response) => {
    const headers = fromNodeHeaders(request.headers);
    const session = await auth.api.getSession({ headers });
    response.json(session?.user.id ?? null);
  });
  return app;
}

/** Creates the application with this library. */
export function createMovedApplication(
  options: BetterAuthOptions,
): RequestListener {
  return createMovedApp({ session: { accept: [fromBetterAuth(options)] } });
}

/** Moves a site whose database or storage both applications use. */
export async function createMove(
  config: OldConfig,
  options: Partial<BetterAuthOptions>,
): Promise<Move> {
  const site = await openSite();
  const old = toOldApplication(await createOldAuth(site, config));
  const moved = createMovedApplication({ secret: oldSecret, ...options });
  site.run(old);
  return { site, old, moved };
}

/** Sends JSON to Better Auth. */
export async function post(
  browser: Browser,
  url: string,
  body: object,
): Promise<unknown> {
  const response = await browser.fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return await response.json();
}

/** Signs a new user up at the old application. */
export async function signUp(
  { origin }: Site,
  more: object = {},
): Promise<Browser> {
  const browser = toBrowser([]);
  await post(browser, `${origin}/api/auth/sign-up/email`, {
    name: "Ada",
    email: `${randomText(8)}@example.com`.toLowerCase(),
    password: "correct horse",
    ...more,
  });
  return browser;
}

/** Asks the application to whom copied cookies belong. */
export async function readCopy(
  { origin }: Site,
  cookie: string,
): Promise<string | null> {
  return JSON.parse((await ask(`${origin}/me`, { cookie })).text);
}

/** The cookies of a session under all names of the tests. */
const SESSION =
  /^(?:latchkey\.session|(?:better-auth|shop)\.(?:session|account|dont)|sess=)/;

/**
 * Checks a whole move: the visitor stays signed in as the same user, also while
 * both applications run and back at the old one, until the sign-out ends both
 * sessions.
 *
 * @param id the user's id after the move. Default: as before
 */
export async function checkMove(
  { site, old, moved }: Move,
  browser: Browser,
  id?: string,
): Promise<void> {
  const before = await readMe(browser, site);
  assert.equal(typeof before, "string");
  const wanted = id ?? before;
  site.run(moved);
  const cookie = browser.cookieHeader(site.origin);
  const both = [readMe(browser, site), readCopy(site, cookie)];
  assert.deepEqual(await Promise.all(both), [wanted, wanted]);
  for (let turn = 0; turn < 3; turn++) {
    site.run(old);
    assert.equal(await readMe(browser, site), before);
    site.run(moved);
    assert.equal(await readMe(browser, site), wanted);
  }
  const copy = browser.cookieHeader(site.origin);
  await signOut(browser, { base: `${site.origin}/auth` });
  assert.equal(await readMe(browser, site), null);
  const left = browser.cookieHeader(site.origin).split("; ");
  assert.deepEqual(left.filter((one) => SESSION.test(one)), []);
  assert.equal(await readCopy(site, copy), null);
  assert.equal(await readCopy(site, cookie), null);
  site.run(old);
  assert.equal(await readMe(browser, site), null);
}
