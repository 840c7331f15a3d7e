/**
 * What visitors do, in every version alike.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Mail, Session } from "@latchkey/auth";
import type { Browser, Page, TestUser } from "@latchkey/auth/testing";
import { ORIGIN, type Site } from "./site.ts";

/** The URL of the auth routes. */
export const ROUTES = `${ORIGIN}/auth`;
/** The page that every sign-in leads to. */
export const TARGET = `${ORIGIN}/after`;

/** Names a user at the provider. */
export function toPerson(name: string): TestUser & { readonly email: string } {
  const email = `${name}@example.com`;
  return { sub: `sub-${name}`, name, email, email_verified: true };
}

/** Opens the sign-in page, and sends one of its forms. */
export async function sendSignIn(
  browser: Browser,
  { action, fields = {}, stopAt }: {
    /** The path below the auth routes. */
    readonly action: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly stopAt?: (url: string) => boolean;
  },
): Promise<Page> {
  const page = await browser.goto(
    `${ROUTES}/signin?another=1&callbackUrl=/after`,
  );
  const path = `/auth/${action}`;
  const all = { remember: "on", ...fields };
  return await browser.submit(page, { action: path, fields: all, stopAt });
}

/** Signs a user in with a provider. */
export async function signIn(
  { op, browse }: Site,
  user: TestUser,
  browser: Browser = browse(),
  provider = "op",
): Promise<Browser> {
  op.user = user;
  const page = await sendSignIn(browser, { action: `signin/${provider}` });
  assertArrived(page);
  return browser;
}

/** Signs in as far as the provider's page, and returns its URL. */
export async function leave(browser: Browser): Promise<string> {
  const stopAt = (url: string) => !url.startsWith(ORIGIN);
  const page = await sendSignIn(browser, { action: "signin/op", stopAt });
  return page.pending ?? assert.fail(`stays at ${page.url}`);
}

/** Asserts that a sign-in ended where it should. */
export function assertArrived({ url, text }: Page): void {
  assert.equal(url, TARGET, toFirstWords(text));
}

function toFirstWords(html: string): string {
  return html.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]+>/g, " ")
    .replace(/\s+/g, " ").slice(0, 300);
}

/** Reads the session of a browser, as a page does. */
export async function readSession(browser: Browser): Promise<Session | null> {
  const response = await browser.fetch(`${ROUTES}/session`);
  assert.equal(response.status, 200);
  return await response.json();
}

/** Asserts that a browser is signed in as a user. */
export async function assertUser(
  browser: Browser,
  { id, email }: Who,
): Promise<void> {
  const session = await readSession(browser);
  assert.deepEqual(
    [session?.user?.id, session?.user?.email ?? null],
    [id, email],
  );
}

/** Asserts that nobody is signed in in a browser. */
export async function assertNobody(browser: Browser): Promise<void> {
  assert.equal(await readSession(browser), null);
}

/** A user as a session shows them. */
export interface Who {
  readonly id: string;
  readonly email: string | null;
}

/** Returns who is signed in in a browser. */
export async function readWho(browser: Browser): Promise<Who> {
  const { user } = await readSession(browser) ?? {};
  return user?.id === undefined
    ? assert.fail("nobody is signed in")
    : { id: user.id, email: user.email ?? null };
}

/** Signs out by the pages; returns the last one. */
export async function signOut(browser: Browser): Promise<Page> {
  const page = await browser.goto(`${ROUTES}/signout`);
  return await browser.submit(page);
}

/** Sends a form to an auth route, with the browser's token. */
export async function post(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const answer = await browser.fetch(`${ROUTES}/csrf`);
  const { csrfToken } = await answer.json();
  return await browser.fetch(`${ROUTES}/${path}`, {
    method: "POST",
    headers: { origin: ORIGIN, accept: "text/html" },
    body: new URLSearchParams({ csrfToken, ...fields }),
    redirect: "manual",
  });
}

/** Returns where an answer redirects to. */
export function toLocation({ headers, status }: Response): URL {
  const location = headers.get("location");
  assert.ok(location !== null, `no redirect, but ${status}`);
  return new URL(location, ORIGIN);
}

/** Makes a request with the cookies of a browser. */
export function toRequest(
  browser: Browser,
  path = "/",
  init: RequestInit = {},
): Request {
  const headers = new Headers(init.headers);
  headers.set("cookie", browser.cookieHeader(ORIGIN));
  return new Request(ORIGIN + path, { ...init, headers });
}

/** Returns the last mail to an address. */
export function findMail({ mails }: Site, to: string): Mail {
  const found = mails.findLast((mail) => mail.to === to);
  return found ?? assert.fail(`no mail to ${to}`);
}

/** Opens a link of a mail, as a mail program does. */
export async function openLink(browser: Browser, url: string): Promise<Page> {
  return await browser.goto(url, { from: "https://webmail.example/" });
}
