/**
 * For tests only: a site where users sign in with a name and a password, with
 * each kind of session and user storage.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig, CredentialsConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, Page } from "@latchkey/auth/testing";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { assertNoRejections } from "../../../testing/checks_testkit.ts";
import {
  type App,
  assertNoSecrets,
  cookieName,
  createApp,
  readSession,
  signIn,
  site,
  type SiteAnswer,
  type StartOptions,
} from "../../../testing/app_testkit.ts";

/** Correct credentials. */
export const right = {
  username: "ada",
  password: "analytical-engine",
} as const;

/** The user that they belong to. */
export const ada = {
  id: "user-7",
  name: "Ada Lovelace",
  email: "ada@example.com",
} as const;

/** Makes a provider for a name and a password, checked by the application. */
export function makeProvider(
  changes: Partial<CredentialsConfig> = {},
): CredentialsConfig {
  return Credentials({
    name: "a password",
    credentials: {
      username: { label: "User name" },
      password: { label: "Password", type: "password" },
    },
    authorize: ({ username, password }) =>
      username === right.username && password === right.password ? ada : null,
    ...changes,
  });
}

/** Creates a site with these providers. */
export async function createCredentialsFlow(
  providers: AuthConfig["providers"] = [makeProvider()],
  config: Partial<AuthConfig> = {},
): Promise<App> {
  return await createApp({ config, toProviders: () => providers });
}

/** The kinds of user and session storage. Each call creates a new one. */
export const storages: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "no adapter": () => ({}),
  "jwt with an adapter": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "database sessions": () => ({ adapter: createMemoryAdapter() }),
};

/** Fills in the form of the sign-in page and sends it. */
export async function typeIn(
  browser: Browser,
  options: Omit<StartOptions, "action"> = {},
): Promise<Page> {
  const form = {
    id: "credentials",
    fields: right,
    action: "callback",
  } as const;
  return await signIn(browser, { ...form, ...options });
}

/** The settings of a request from a script. */
export interface SendOptions {
  path?: string;
  body?: BodyInit;
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Sends a body as a script of the site does. */
export async function send(
  browser: Browser,
  {
    path = "/auth/callback/credentials",
    body = "",
    type = "application/json",
    headers = {},
  }: SendOptions = {},
): Promise<Response> {
  return await browser.fetch(site + path, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body: body as string,
  });
}

/** The expected response to a refused try. */
export interface Refused {
  error: string;
  code?: string | null;
  page?: string;
  target?: string;
}

/** Asserts that the last form was refused: no session, no secret, nothing cacheable. */
export async function assertTurnedAway(
  flow: App,
  browser: Browser,
  expected: Refused,
): Promise<SiteAnswer> {
  const { page = "/auth/signin", error, code = null, target } = expected;
  const answer = flow.answers.findLast(({ url }) =>
    url.includes("/auth/callback/")
  );
  assert.ok(answer);
  assert.equal(answer.status, 303, answer.body);
  const url = new URL(answer.headers.get("location") ?? "");
  assert.equal(url.origin + url.pathname, site + page);
  assert.equal(url.searchParams.get("error"), error);
  assert.equal(url.searchParams.get("code"), code);
  if (target !== undefined) {
    assert.equal(url.searchParams.get("callbackUrl"), target);
  }
  assertNothingGiven(flow, answer);
  assert.equal(await readSession(browser), null);
  await assertNoRejections();
  return answer;
}

/** Asserts that a response has no session and no secret and is not cacheable. */
export function assertNothingGiven(flow: App, answer: SiteAnswer): void {
  const set = answer.headers.getSetCookie();
  assert.ok(!set.some((one) => one.startsWith(cookieName.session)), `${set}`);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  assertNoSecrets(flow, answer);
  assertNothingTyped(flow, [answer]);
}

/** Asserts that no typed text is in the log or in a response. */
export function assertNothingTyped(
  { log }: App,
  answers: readonly SiteAnswer[] = [],
  typed: readonly string[] = [right.password],
): void {
  const texts = [
    ...log.map(({ text }) => text),
    ...answers.flatMap((
      { body, headers },
    ) => [body, ...[...headers].map((pair) => pair.join(": "))]),
  ];
  for (const text of texts) {
    for (const one of typed) assert.ok(!text.includes(one), text);
  }
}
