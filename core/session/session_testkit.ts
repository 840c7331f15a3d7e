/**
 * Shared by the tests of sessions, cookies, forms and requests: a site with a
 * provider and a browser, sealed values made with the real keys, and the three
 * assertions of every test that expects a refusal.
 */

import "../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { inspect } from "node:util";
import { Auth, type AuthConfig, createAuth } from "@latchkey/auth";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
  type Page,
} from "@latchkey/auth/testing";
import { createKeyring, type Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { seal } from "../crypto/seal.ts";
import { createQuickProvider } from "../../testing/quick_provider_testkit.ts";

/** The origin of the site under test. */
export const app = "https://app.example";
/** The names of its cookies. */
export const names = {
  session: "__Host-latchkey.session",
  csrf: "__Host-latchkey.csrf",
  attempt: "__Host-latchkey.attempt",
} as const;
/** A day in seconds. */
export const DAY = 86_400;
/** Noon of some day: far from midnight, when the sealing key changes. */
export const NOON = Date.UTC(2026, 5, 15, 12);

/** Every unhandled rejection since the process began. */
export const rejections: unknown[] = [];

process.on("unhandledRejection", (reason: unknown) => {
  rejections.push(reason);
  // Fails the run, whichever test is running now.
  throw reason;
});

/** An application with the library, a provider, and one user's browser. */
export interface Site {
  readonly config: AuthConfig;
  readonly secret: string;
  readonly op: FaultProvider;
  readonly browser: Browser;
  /** Every log line, at every level. */
  readonly lines: string[];
}

/** Creates a site. Its `/` answers with the session as JSON. */
export async function createSite(
  overrides: Partial<AuthConfig> = {},
): Promise<Site> {
  const op = await createQuickProvider();
  const secret = `secret-${randomText(32)}`;
  const lines: string[] = [];
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [op.provider()],
    debug: true,
    logger: createLogger(lines),
    ...overrides,
  };
  const browser = createBrowser({
    [app]: (request) => answer(request, config),
    [op.origin]: op.handler,
  });
  return { config, secret, op, browser, lines };
}

/** Creates a logger that keeps all its arguments as text. */
export function createLogger(
  lines: string[],
): NonNullable<AuthConfig["logger"]> {
  return {
    error: (error) => lines.push(inspect(error, { depth: 10 })),
    warn: (code, message) => lines.push(`${code} ${message}`),
    debug: (message, details) =>
      lines.push(`${message} ${inspect(details, { depth: 10 })}`),
  };
}

async function answer(request: Request, config: AuthConfig): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth")) return await Auth(request, config);
  const { session, headers } = await createAuth(config).session(request);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(session), { headers });
}

/** Signs in by the pages, and returns the browser's last page. */
export async function signIn(
  { browser }: Site,
  callbackUrl?: string,
): Promise<Page> {
  const page = await browser.goto(
    `${app}/auth/signin${toQuery({ another: "1", callbackUrl })}`,
  );
  return await browser.submit(page);
}

/** Begins to sign in, and returns the path of a callback by which the provider refuses. */
export async function beCancelled({ browser }: Site): Promise<string> {
  const page = await browser.goto(`${app}/auth/signin?another=1`);
  const { pending } = await browser.submit(page, {
    stopAt: (url) => url.startsWith(`${app}/auth/callback`),
  });
  const { pathname, searchParams } = new URL(pending ?? "");
  searchParams.delete("code");
  searchParams.set("error", "access_denied");
  return `${pathname}?${searchParams}`;
}

/** Signs out by the pages. */
export async function signOut(site: Site): Promise<Page> {
  const { browser } = site;
  const url = `${app}/auth/signout`;
  const page = await browser.goto(url);
  if (page.forms().length > 0) return await browser.submit(page);
  // A browser without a cookie gets no confirmation page. A form of another page can be sent.
  const csrfToken = await readCsrfToken(site);
  const answer = await browser.fetch(url, {
    method: "POST",
    headers: { origin: app },
    body: new URLSearchParams({ csrfToken }),
  });
  return await browser.goto(answer.headers.get("location") ?? "");
}

/** Returns a query with its question mark; undefined leaves a parameter out. */
export function toQuery(
  params: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) query.set(name, value);
  }
  return query.size > 0 ? `?${query}` : "";
}

/** Reads a browser's session through the site's own endpoint. */
export async function readSession(
  { browser }: Pick<Site, "browser">,
): Promise<{ user?: { name?: string }; expires: string } | null> {
  const response = await browser.fetch(`${app}/auth/session`);
  assert.equal(response.status, 200);
  return await response.json();
}

/** Returns the value of a cookie in a browser; empty without one. */
export function cookieValue(browser: Browser, name: string): string {
  return browser.cookies(app).find((one) => one.name === name)?.value ?? "";
}

/** Reads the `csrfToken` of a browser as a page of the site would. */
export async function readCsrfToken({ browser }: Site): Promise<string> {
  const response = await browser.fetch(`${app}/auth/csrf`);
  const { csrfToken } = await response.json();
  return csrfToken;
}

/** Creates a raw request of a browser, with its cookies and only the given headers. */
export function toRequest(
  browser: Browser,
  path: string,
  init: RequestInit = {},
): Request {
  const headers = new Headers(init.headers);
  const cookie = browser.cookieHeader(app);
  if (!headers.has("cookie") && cookie !== "") headers.set("cookie", cookie);
  return new Request(app + path, { ...init, headers });
}

/** The purpose that a session cookie is sealed for. */
export const sessionPurpose: Purpose = {
  name: "session",
  cookie: names.session,
  maxAge: 30 * DAY,
};

/** Returns the claims of a session that began now. */
export function toTestClaims(now: number = Date.now()): Record<
  string,
  unknown
> {
  const iat = Math.floor(now / 1000);
  return {
    name: "Ada Lovelace",
    email: "ada@example.com",
    picture: "https://pictures.example/ada.png",
    sub: "person-1-----------------------------------",
    sid: randomText(16),
    auth_time: now / 1000,
    iat,
    exp: iat + 30 * DAY,
  };
}

/** Seals a session cookie's value with the real keys of a secret. */
export async function mint(
  secret: string,
  claims: Readonly<Record<string, unknown>> = {},
  purpose: Purpose = sessionPurpose,
): Promise<string> {
  const payload = { ...toTestClaims(), ...claims };
  return await seal(createKeyring([secret]), purpose, payload, Date.now());
}

/** Puts a session cookie into a browser. */
export function plant(
  browser: Browser,
  value: string,
  name: string = names.session,
): void {
  browser.setCookie(app, `${name}=${value}; Path=/; Secure`);
}

/** An answer from any source. */
export interface Answer {
  readonly headers: Headers;
  readonly text: string;
}

/** Reads a whole response. */
export async function toAnswer(
  response: Response,
): Promise<Answer & { readonly status: number }> {
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

/** Creates a promise that a test settles when it wants to. */
export function defer<T = void>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** Lists the cookies that an answer sets: name, value, and whether it deletes the cookie. */
export function readSetCookies(
  headers: Headers,
): { name: string; value: string; deletes: boolean }[] {
  return headers.getSetCookie().map((header) => {
    const [pair = ""] = header.split(";");
    const equals = pair.indexOf("=");
    return {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      deletes: /; Max-Age=0(?:;|$)/.test(header),
    };
  });
}

/**
 * Makes the three assertions of every test that expects a refusal: no session
 * was set; the one-time cookies of the transaction are cleared; the answer is
 * not cached and reveals no secret, nor does the log, and nothing was left
 * unhandled.
 */
export function assertRefused(
  answer: Answer,
  site: Pick<Site, "lines" | "secret"> & Partial<Pick<Site, "op">>,
  expected: {
    readonly clears?: readonly string[];
    readonly hides?: readonly string[];
  } = {},
): void {
  const cookies = readSetCookies(answer.headers);
  const sessions = cookies.filter((one) =>
    one.name.includes("latchkey.session") && !one.deletes
  );
  assert.deepEqual(sessions, [], "a session cookie was set");
  for (const name of expected.clears ?? []) {
    assert.ok(
      cookies.some((one) => one.name === name && one.deletes),
      `${name} was not cleared`,
    );
  }
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const secrets = [
    site.secret,
    ...(site.op ? [site.op.clientSecret] : []),
    ...(expected.hides ?? []),
  ];
  assertHidden([answer.text, inspect([...answer.headers])], secrets);
  assertHidden(site.lines, secrets);
  assert.deepEqual(rejections, []);
}

/** Asserts that none of the texts contains one of the secrets. */
export function assertHidden(
  texts: readonly string[],
  secrets: readonly string[],
): void {
  for (const secret of secrets) {
    assert.notEqual(secret, "", "an empty secret is in every text");
    for (const text of texts) {
      assert.ok(!text.includes(secret), `${secret} shows in: ${text}`);
    }
  }
}
