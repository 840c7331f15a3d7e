/**
 * For tests only: a site that keeps its address while applications are exchanged
 * behind its proxy, and a visitor's way over a whole move.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { signOut } from "../../testing/app_testkit.ts";
import { openSite, readMe, type Site } from "../site_testkit.ts";
import type { RequestListener } from "node:http";
import { forward, sendRaw } from "../../server/express_testkit.ts";

/** A site behind a proxy that ends TLS, if its origin has it. */
export interface ProxiedSite extends Pick<Site, "origin" | "stop"> {
  /**
   * Stops what was running, and starts these applications in its place.
   * Requests go to each in turn.
   */
  run(...applications: readonly unknown[]): Promise<void>;
  /** Sends all requests to one of the applications; null: to each in turn. */
  pin(index: number | null): void;
  /** A new browser, which also reaches the provider. */
  createBrowser(): Browser;
}

/** Creates a site, whose providers are in this process. */
export function createProxiedSite(
  origin: string,
  providers: readonly FaultProvider[] = [],
): ProxiedSite {
  const sites: Site[] = [];
  let running = 0;
  let pinned: number | null = null;
  let turn = 0;
  const pick = () => sites[pinned ?? turn++ % running]?.origin ?? "";
  return {
    origin,
    run: async (...applications) => {
      while (sites.length < applications.length) sites.push(await openSite());
      for (const [i, one] of applications.entries()) {
        sites[i]?.run(one as RequestListener);
      }
      running = applications.length;
      pinned = null;
    },
    pin: (index) => void (pinned = index),
    createBrowser: () =>
      createBrowser(async (request) => {
        const isOwn = request.url.startsWith(`${origin}/`);
        if (isOwn) return await forwardTo(pick(), request);
        const op = providers.find((one) =>
          request.url.startsWith(`${one.origin}/`)
        );
        return await (op?.handler ?? forward)(request);
      }),
    stop: async () => {
      await Promise.all(sites.splice(0).map((one) => one.stop()));
    },
  };
}

/** Passes a request on as a proxy does. */
async function forwardTo(server: string, request: Request): Promise<Response> {
  const { host, protocol, pathname, search } = new URL(request.url);
  const headers = {
    ...Object.fromEntries(request.headers),
    host,
    "x-forwarded-proto": protocol.slice(0, -1),
    connection: "close",
  };
  const body = new Uint8Array(await request.arrayBuffer());
  const url = `${server}${pathname}${search}`;
  return await sendRaw(url, request.method, headers, body);
}

/** The names of the cookies that may be a session. */
export function listSessionCookies(
  browser: Browser,
  { origin }: Pick<Site, "origin">,
): string[] {
  return browser.cookies(origin).map(({ name }) => name)
    .filter((name) => name.includes("session")).sort();
}

/** A browser that has some of the cookies of another one. */
export function copyCookies(
  site: Pick<Site, "origin">,
  browser: Browser,
  isWanted: (name: string) => boolean = () => true,
): Browser {
  const copy = browser.clone();
  for (const { name } of browser.cookies(site.origin)) {
    if (!isWanted(name)) copy.deleteCookie(site.origin, name);
  }
  return copy;
}

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
