/**
 * For tests only: a site with passkeys, and a person with an authenticator.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Adapter, AuthConfig, WebAuthnConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser } from "@latchkey/auth/testing";
import { createRecorder, type Told } from "../../accounts/users_testkit.ts";
import { assertNoRejections } from "../../../testing/checks_testkit.ts";
import {
  type App,
  cookieName,
  createApp,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
  type Lies,
  type RequestOptions,
  type SoftAuthenticator,
} from "./authenticator_testkit.ts";

/** The name of the cookie that holds the challenge. */
export const challengeCookie = "__Host-latchkey.challenge";

/** An app with passkeys. */
export interface PasskeySite extends App {
  readonly adapter: Adapter;
  readonly told: Told[];
}

/** Makes an app with passkeys, in memory unless another adapter is given. */
export async function createPasskeySite(
  config: Partial<AuthConfig> = {},
  entry: Partial<WebAuthnConfig> = {},
): Promise<PasskeySite> {
  const { told, events } = createRecorder();
  const adapter = config.adapter ?? createMemoryAdapter();
  const made = await createApp({
    toProviders: () => [Passkey(entry)],
    config: {
      origin: site,
      experimental: { enableWebAuthn: true },
      events,
      ...config,
      adapter,
    },
  });
  return { ...made, adapter, told };
}

/** A person with a browser and an authenticator. */
export interface Person {
  readonly browser: Browser;
  readonly authenticator: SoftAuthenticator;
}

/** Makes a person. */
export function createPerson(flow: PasskeySite, step?: number): Person {
  return {
    browser: flow.createBrowser(),
    authenticator: createAuthenticator(site, step),
  };
}

/** The site's response to a script. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests look at what is there
  readonly body: any;
}

/** Sends a request as the page's script does. */
export async function ask(
  browser: Browser,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await browser.fetch(`${site}/auth/${path}`, {
    ...init,
    headers: { accept: "application/json", ...init.headers },
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, body: text === "" ? null : JSON.parse(text) };
}

/** Returns the options for the browser; fails if there are none. */
export async function getOptions<T>(
  browser: Browser,
  query: Record<string, string>,
  provider = "passkey",
): Promise<T> {
  const path = `webauthn-options/${provider}?${new URLSearchParams(query)}`;
  const { status, body } = await ask(browser, path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.options;
}

/** Sends a passkey's answer, as the page's script does. */
export async function send(
  browser: Browser,
  action: string,
  data: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const { body: { csrfToken } } = await ask(browser, "csrf");
  const { provider = "passkey", ...fields } = more;
  return await ask(browser, `callback/${provider}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, action, data, ...fields }),
  });
}

/** Makes a passkey: with an address to sign up, without one to add it. */
export async function register(
  { browser, authenticator }: Person,
  email?: string,
  lies?: Lies,
): Promise<Answer> {
  const options = await getOptions<CreationOptions>(browser, {
    action: "register",
    ...(email === undefined ? {} : { email }),
  });
  const data = await authenticator.create(options, lies);
  return await send(browser, "register", data);
}

/** Uses a passkey. */
export async function authenticate(
  { browser, authenticator }: Person,
  lies?: Parameters<SoftAuthenticator["get"]>[1],
  more?: Record<string, string>,
): Promise<Answer> {
  const options = await getOptions<RequestOptions>(browser, {
    action: "authenticate",
  });
  const data = await authenticator.get(options, lies);
  return await send(browser, "authenticate", data, more);
}

/** Makes a person who has signed up. */
export async function createMember(
  flow: PasskeySite,
  email = "ada@example.com",
  step?: number,
): Promise<Person> {
  const person = createPerson(flow, step);
  const answer = await register(person, email);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return person;
}

/** Forgets the session, as if the person used another browser. */
export function onOtherBrowser(flow: PasskeySite, person: Person): Person {
  return { ...person, browser: flow.createBrowser() };
}

/** Returns the current user's address. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const session = await readSession(browser);
  return session?.user?.email ?? null;
}

/** Counts the rows that a refusal must not create. */
export async function countRows(
  { adapter }: PasskeySite,
  email: string,
): Promise<number[]> {
  const user = await adapter.getUserByEmail?.(email);
  if (!user) return [0, 0, 0];
  const lists = await Promise.all([
    adapter.listAccountsByUserId?.(user.id),
    adapter.listAuthenticatorsByUserId?.(user.id),
  ]);
  return [1, ...lists.map((list) => list?.length ?? 0)];
}

/** Asserts the three effects of every refusal: no session, no challenge, nothing stored or emitted. */
export async function assertPasskeyRefused(
  flow: PasskeySite,
  answer: Answer,
  [status, error]: readonly [number, string],
): Promise<void> {
  const { body, headers } = answer;
  assert.deepEqual([answer.status, body.error], [status, error], body.message);
  const set = headers.getSetCookie();
  const session = set.filter((one) => one.startsWith(cookieName.session));
  assert.deepEqual(session, []);
  assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
  // The package's own error message is not shown.
  assert.doesNotMatch(
    JSON.stringify(body),
    /expected|unexpected|RP ID|challenge "|at file/i,
  );
  const { secret } = flow.makeConfig();
  const lines = flow.log.map(({ text }) => text).join("\n");
  assert.ok(!lines.includes(String(secret)));
  await assertNoRejections();
}

/** Asserts that the challenge was removed by this very response. */
export function assertCleared({ headers }: Answer): void {
  const cleared = headers.getSetCookie().filter((one) =>
    one.startsWith(`${challengeCookie}=; Max-Age=0`)
  );
  assert.equal(cleared.length, 1, `${headers.getSetCookie()}`);
}
