/**
 * Shared by the tests that move a running application: an Express application
 * with another library is stopped, and the same one with ours takes its place.
 */

import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import type { SessionBridge } from "@latchkey/auth/types";
import { forward } from "../server/express_testkit.ts";
import { signOut } from "../testing/app_testkit.ts";
import { createMovedApp, openSite, readMe, type Site } from "./site_testkit.ts";

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

/** Creates the same application with ours. */
function createNewApp({ accept }: OldApp): RequestListener {
  return createMovedApp({ session: { accept } });
}

async function openWith(app: RequestListener): Promise<Site> {
  const site = await openSite();
  site.run(app);
  return site;
}

async function readSid(
  browser: Browser,
  { origin }: Site,
): Promise<unknown> {
  return await (await browser.fetch(`${origin}/sid`)).json();
}

async function post(browser: Browser, url: string): Promise<void> {
  // The fields of the sign-in form, for applications that look at them.
  const body = new URLSearchParams({ username: "Ada", password: "right" });
  const { status } = await browser.fetch(url, { method: "POST", body });
  assert.ok(status < 400, `${url}: ${status}`);
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
  const site = await openWith(old.app);
  try {
    const browser = createBrowser(forward);
    assert.equal(await readMe(browser, site), null);
    await post(browser, `${site.origin}/login`);
    assert.equal(await readMe(browser, site), old.userId);
    const late = browser.clone();
    const stolen = browser.clone();

    site.run(app);
    assert.equal(await readMe(browser, site), old.userId);
    const names = toNames(browser, site.origin);
    assert.ok(names.includes(old.cookie) && names.includes("latchkey.session"));

    site.run(old.app);
    assert.equal(await readMe(browser, site), old.userId, "the way back");

    site.run(app);
    const copy = browser.clone();
    await signOut(browser, { base: `${site.origin}/auth` });
    assert.equal(await readMe(browser, site), null);
    const left = toNames(browser, site.origin);
    assert.ok(!left.includes(old.cookie) && !left.includes("latchkey.session"));
    for (const dead of [copy, late]) {
      assert.equal(await readMe(dead, site), null);
    }
    copy.deleteCookie(site.origin, old.cookie);
    assert.equal(await readMe(copy, site), null, "the new cookie alone");

    site.run(old.app);
    assert.equal(await readMe(browser, site), null);
    assert.equal(await readMe(stolen, site) === null, old.isStored);
  } finally {
    await site.stop();
  }
}

/** Two first requests at once make one session, which one sign-out ends. */
export async function assertOneSession(old: OldApp): Promise<void> {
  const site = await openWith(old.app);
  try {
    const browser = createBrowser(forward);
    await post(browser, `${site.origin}/login`);
    site.run(createNewApp(old));
    const both = [browser, browser.clone()];
    const sids = await Promise.all(
      both.map((one) => readSid(one, site)),
    );
    assert.equal(typeof sids[0], "string");
    assert.equal(sids[0], sids[1]);
    await signOut(browser, { base: `${site.origin}/auth` });
    for (const one of both) {
      assert.equal(await readMe(one, site), null);
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
    openWith(old.app),
    openWith(createNewApp(old)),
  ]);
  try {
    const browser = createBrowser(forward);
    await post(browser, `${before.origin}/login`);
    for (const site of [after, before, after, before]) {
      assert.equal(await readMe(browser, site), old.userId);
    }
    // A sign-out in an old process leaves the new session, as the guides say.
    const other = browser.clone();
    await post(other, `${before.origin}/logout`);
    assert.equal(await readMe(other, before), null);
    assert.equal(await readMe(other, after), old.userId);

    await signOut(browser, { base: `${after.origin}/auth` });
    for (const site of [after, before]) {
      assert.equal(await readMe(browser, site), null);
    }
    assert.equal(await readMe(other, after), null);

    // A row of its own counts at once; cookies cannot be told apart.
    await post(browser, `${before.origin}/login`);
    const known = old.isStored ? old.userId : null;
    assert.equal(await readMe(browser, before), old.userId);
    assert.equal(await readMe(browser, after), known);
  } finally {
    await Promise.all([before.stop(), after.stop()]);
  }
}
