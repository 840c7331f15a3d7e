/**
 * What visitors do in the cases: they sign in, and read their pages.
 *
 * @module
 */

import type { Browser, Page } from "../browser_types.ts";
import { assertSame } from "../contract/case.ts";
import { toMarkup } from "../html_elements.ts";
import { randomHex } from "../provider_keys.ts";
import type { TestUser } from "../provider_options.ts";
import type { HostApp } from "./app.ts";

/** Someone with a browser of their own. */
export interface Visitor {
  readonly app: HostApp;
  readonly browser: Browser;
  /** Who they are at the provider. */
  readonly person: TestUser & { readonly name: string; readonly email: string };
}

/** Makes a visitor whom nobody has seen before. */
export function makeVisitor(
  app: HostApp,
  claims: Readonly<Record<string, unknown>> = {},
): Visitor {
  const id = randomHex(8);
  const person = {
    sub: `person-${id}`,
    name: `Person ${id}`,
    email: `person-${id}@people.example`,
    email_verified: true,
    ...claims,
  };
  return { app, browser: app.createBrowser(), person };
}

/** Someone who is signed in, and the page that the sign-in led to. */
export interface SignedIn extends Visitor {
  readonly page: Page;
}

/** Signs a new visitor in at the provider. */
export async function makeUser(
  app: HostApp,
  claims?: Readonly<Record<string, unknown>>,
): Promise<SignedIn> {
  return await signIn(makeVisitor(app, claims));
}

/** Signs a visitor in at the provider, by the sign-in page of the library. */
export async function signIn(
  visitor: Visitor,
  target?: string,
): Promise<SignedIn> {
  const { app, browser, person } = visitor;
  const query = new URLSearchParams({
    callbackUrl: target ?? app.prefix + "/",
  });
  const start = await browser.goto(app.url(`/auth/signin?${query}`));
  const page = await pressProvider(visitor, start);
  await assertAccount(page, person.name, "after the sign-in");
  return { ...visitor, page };
}

/** Presses the button of the provider on a page. */
export async function pressProvider(
  { app, browser, person }: Visitor,
  page: Page,
): Promise<Page> {
  app.op.user = person;
  return await browser.submit(page, { action: app.url("/auth/signin/op") });
}

/** Signs out by the application's form. */
export async function signOut({ app, browser }: Visitor): Promise<Page> {
  const form = await browser.goto(app.url("/form"));
  return await browser.submit(form, { action: app.url("/auth/signout") });
}

/** Returns the text of the element with an id; null if there is none. */
export async function readText(page: Page, id: string): Promise<string | null> {
  const markup = await toMarkup(page.text);
  const found = markup.elements()
    .find(({ attributes }) => attributes.get("id") === id);
  return found?.text().trim() ?? null;
}

/** Fails the case unless a page shows the account with that name. */
export async function assertAccount(
  page: Page,
  name: string,
  what: string,
): Promise<void> {
  assertSame(page.status, 200, `the status of ${page.url}, ${what}`);
  assertSame(await readText(page, "who"), name, `#who of ${page.url}, ${what}`);
}

/** Fails the case unless a visitor is signed out. */
export async function assertNobody(
  { app, browser }: Pick<Visitor, "app" | "browser">,
  what: string,
): Promise<void> {
  await assertAccount(await browser.goto(app.url("/")), "nobody", what);
}

/** Fails the case unless a visitor is signed in. */
export async function assertSomebody(
  { app, browser, person }: Visitor,
  what: string,
): Promise<void> {
  await assertAccount(await browser.goto(app.url("/")), person.name, what);
}

/** An answer to a program. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Sends a request from a script of the application, and reads JSON. */
export async function readJson(
  { app, browser }: Pick<Visitor, "app" | "browser">,
  path: string,
  init: RequestInit = {},
): Promise<JsonAnswer> {
  const answer = await browser.fetch(app.url(path), {
    ...init,
    headers: { accept: "application/json", ...init.headers },
    from: app.url("/"),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  try {
    return { status, headers, json: JSON.parse(text) };
  } catch {
    throw new Error(`${path} answered ${status}, but no JSON: ${cut(text)}`);
  }
}

/** Cuts a text for a message. */
export function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
