/**
 * For tests only: a visitor's way over a whole move, for any old application.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser } from "@latchkey/auth/testing";
import { signOut } from "../../testing/app_testkit.ts";
import { readMe } from "../site_testkit.ts";
import {
  copyCookies,
  listSessionCookies,
  type ProxiedSite,
} from "./site_testkit.ts";

/** Whether a cookie is one of this library. */
export const isOwn = (name: string): boolean => name.includes("latchkey");
/** Whether a cookie is one of Auth.js, or of an application of its tests. */
export const isOld = (name: string): boolean => !isOwn(name);

/** Signs in with the password that every user has. */
export async function signInByPassword(
  browser: Browser,
  { origin }: Pick<ProxiedSite, "origin">,
  base = "/auth",
): Promise<void> {
  const page = await browser.goto(`${origin}${base}/signin`);
  const action = `${base}/callback/credentials`;
  const fields = { email: "Ada@Example.com", password: "right" };
  await browser.submit(page, { action, fields });
}

/** The id that the password's user has in the application's own tables. */
export const passwordId = "user of Ada@Example.com";

/** Signs in at the test provider, whose page needs no button. */
export async function signInAtProvider(
  browser: Browser,
  { origin }: Pick<ProxiedSite, "origin">,
  base = "/auth",
): Promise<void> {
  const page = await browser.goto(`${origin}${base}/signin`);
  await browser.submit(page, { action: `${base}/signin/op` });
}

/** A site, the application that it had, and the one that it moves to. */
export interface Move {
  readonly site: ProxiedSite;
  readonly old: unknown;
  readonly moved: unknown;
  readonly signIn?: (browser: Browser, site: ProxiedSite) => Promise<void>;
  /** The path of the auth routes. Default `/auth`. */
  readonly base?: string;
  /** What the browser has after its sign-in at the old application. */
  readonly inspect?: (browser: Browser) => void;
}

/** Follows a visitor over the move, back, over it again, and out. */
export async function assertMoves(move: Move): Promise<void> {
  const { site, old, moved, signIn = signInByPassword } = move;
  try {
    await site.run(old);
    const browser = site.createBrowser();
    await signIn(browser, site);
    const id = await readMe(browser, site);
    assert.ok(id !== null, "signed in before the move");
    move.inspect?.(browser);

    await site.run(moved);
    assert.equal(await readMe(browser, site), id);
    assert.ok(listSessionCookies(browser, site).some(isOwn));
    const own = copyCookies(site, browser, isOwn);
    assert.equal(await readMe(own, site), id, "the new cookie is enough");

    await site.run(old);
    assert.equal(await readMe(browser, site), id, "the way back");
    await site.run(moved);
    assert.equal(await readMe(browser, site), id);
    await assertSignsOut(browser, move);
  } finally {
    await site.stop();
  }
}

/** A sign-out leaves no session cookie, and copies of each are worth nothing. */
async function assertSignsOut(
  browser: Browser,
  { site, base = "/auth" }: Move,
): Promise<void> {
  const copies = [
    copyCookies(site, browser),
    copyCookies(site, browser, isOwn),
    copyCookies(site, browser, isOld),
  ];
  await signOut(browser, { base: site.origin + base });
  assert.deepEqual(listSessionCookies(browser, site), []);
  for (const one of [browser, ...copies]) {
    assert.equal(await readMe(one, site), null);
  }
}
