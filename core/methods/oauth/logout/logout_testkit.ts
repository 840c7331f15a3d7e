/**
 * For tests only: sign-outs that lead to the provider, and what it received.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AuthConfig, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { SILENT_TRY } from "../../../http/cookies.ts";
import {
  type App,
  type AppOptions,
  assertNoSecrets,
  cookieName,
  createApp,
  listAttempts,
  readSession,
  signOut,
  site,
  type SiteAnswer,
} from "../../../../testing/app_testkit.ts";

/** The URL that providers return to. */
export const signedOut = `${site}/auth/signed-out`;

/** The ways of keeping sessions and what belongs to them. */
export const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "a sealed session, everything in cookies": () => ({}),
  "a sealed session and a store": () => ({ store: createMemoryStore() }),
  "a database session": () => ({ adapter: createMemoryAdapter() }),
  "a database session and a store": () => ({
    adapter: createMemoryAdapter(),
    store: createMemoryStore(),
  }),
};

/** Creates a site whose provider has `logout: true`. */
export async function createLogoutFlow(
  { entry, ...options }: AppOptions = {},
): Promise<App> {
  return await createApp({ ...options, entry: { logout: true, ...entry } });
}

/** Signs a browser out, and returns the URL of the provider's return, not yet opened. */
export async function leave(
  browser: Browser,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const page = await signOut(browser, {
    fields,
    stopAt: (url) => url.startsWith(signedOut),
  });
  assert.ok(page.pending, `${page.status} ${page.url}: ${page.text}`);
  return page.pending;
}

/** The parameters of the last logout request that the provider received. */
export function readLogout({ op }: Pick<App, "op">): URLSearchParams {
  const asked = op.requests.filter(({ endpoint }) => endpoint === "endSession");
  const last = asked.at(-1);
  assert.ok(last, "the provider received no logout request");
  return new URL(last.url).searchParams;
}

/** The names of a browser's cookies that begin with a name. */
export function listCookies(browser: Browser, begin: string): string[] {
  return browser.cookies(site).map(({ name }) => name)
    .filter((name) => name.startsWith(begin));
}

/** The names of the cookies of sign-ins and sign-outs that are not finished. */
export function listUnfinished(browser: Browser): string[] {
  // Every sign-out leaves a note for guards that ask silently.
  return listAttempts(browser).filter((name) => !name.endsWith(SILENT_TRY));
}

/** The name of the cookie with the hints for the provider `op`. */
export const hintCookie = "__Host-latchkey.tokens.op~logout";

/** Asserts that a browser is signed out, and has nothing left of the session. */
export async function assertSignedOut(browser: Browser): Promise<void> {
  assert.equal(await readSession(browser), null);
  for (const name of [cookieName.session, hintCookie]) {
    assert.deepEqual(listCookies(browser, name), []);
  }
}

/**
 * Asserts that a return was answered with nothing that it asked for: no session
 * began, its response is not kept by caches, and shows no secret.
 */
export function assertHarmless(flow: App, url: string): SiteAnswer {
  const answer = flow.answers.find((one) => one.url === url);
  assert.ok(answer, "the site was not asked");
  const set = answer.headers.getSetCookie();
  const begun = set.filter((one) =>
    one.startsWith(cookieName.session) && !one.includes("Max-Age=0")
  );
  assert.deepEqual(begun, []);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const shown = [...answer.headers.get("location") ?? "", answer.body].join("");
  assert.ok(!shown.includes("evil"), shown);
  assertNoSecrets({ ...flow, log: [] }, answer);
  return answer;
}

/** The lines of the log with a text, by their level. */
export function listLines(flow: App, text: RegExp): string[] {
  return flow.log.filter((one) => text.test(one.text))
    .map(({ level }) => level);
}
