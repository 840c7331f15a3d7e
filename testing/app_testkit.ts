/**
 * For tests only: an app where users sign in with the test provider, step by
 * step, and the checks that every refusal of a sign-in has to pass.
 *
 * ```ts ignore
 * const app = await createApp({ config: { adapter } });
 * const browser = app.createBrowser();
 * await signIn(browser);
 * assert.equal((await readSession(browser))?.user?.name, "Ada Lovelace");
 * ```
 *
 * @module
 */

import "../core/runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import {
  Auth,
  type AuthConfig,
  createAuth,
  type OIDCConfig,
  type Provider,
  type Session,
} from "@latchkey/auth";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
  type FaultProviderOptions,
  type Page,
} from "@latchkey/auth/testing";
import {
  assertHidden,
  assertNoRejections,
  assertNoToken,
  createLogger,
  type LogLine,
} from "./checks_testkit.ts";

/** The origin of the app. */
export const site = "https://app.example";
/** The same, for tests that have a `site` of their own. */
export const app = site;
/** The URL of its auth routes. */
const routes = `${site}/auth`;
/** The names of its cookies; the id of an attempt is appended. */
export const cookieName = {
  session: "__Host-latchkey.session",
  csrf: "__Host-latchkey.csrf",
  attempt: "__Host-latchkey.attempt.",
} as const;

/** Answers requests. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * Hosts the auth routes, which `handler` serves, and the app's pages. What it
 * returns beside `fetch` becomes part of the app.
 */
export type Host<T = unknown> = (
  app: Pick<App, "config" | "makeConfig" | "handler">,
) => T & { readonly fetch: Handler };

/** Options of {@link createApp}. */
export interface AppOptions<T = unknown> {
  /** Options of the provider, or a provider that is there already. */
  op?: FaultProviderOptions | FaultProvider;
  /** Additional options of its entry in the configuration. */
  entry?: Partial<OIDCConfig>;
  /** Makes its whole entry, in place of `op.provider(entry)`. */
  toEntry?: (op: FaultProvider) => Provider;
  /** Makes all entries. */
  toProviders?: (op: FaultProvider) => AuthConfig["providers"];
  /** Additional options of the configuration; passkeys need an `origin`. */
  config?: Partial<AuthConfig>;
  /** Providers of other types. */
  more?: readonly Provider[];
  /** More providers, by id. */
  others?: Readonly<Record<string, FaultProvider>>;
  /**
   * Uses one configuration for all requests, which takes less time. Default: a
   * new one for each request, as applications may make.
   */
  keepsConfig?: boolean;
  /** Default: {@link plainHost}. */
  host?: Host<T>;
}

/** One answer of the auth routes. */
export interface SiteAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** An app, its provider, and a record of their answers and log lines. */
export interface App {
  readonly op: FaultProvider;
  readonly secret: string;
  /** Every answer of the auth routes, oldest first. */
  readonly answers: readonly SiteAnswer[];
  readonly log: readonly LogLine[];
  /** The texts of the log. */
  readonly lines: string[];
  /** One configuration, for calls that a test makes itself. */
  readonly config: AuthConfig;
  /**
   * Makes a new configuration object each time, unless the app keeps one; all
   * of them are equal.
   */
  readonly makeConfig: () => AuthConfig;
  /** The auth routes, which call `makeConfig` for each request. */
  readonly handler: Handler;
  /** All that the host serves. */
  readonly fetch: Handler;
  /** One user's browser. */
  readonly browser: Browser;
  /** Makes one more, which visits the app and its providers. */
  readonly createBrowser: () => Browser;
}

/**
 * Makes an app with its provider. No request has been sent to the provider yet.
 */
export async function createApp<T = unknown>(
  options: AppOptions<T> = {},
): Promise<App & T> {
  // Deno does not fail a test whose `afterEach` throws, so the next test fails
  // instead.
  await assertNoRejections();
  const op = options.op !== undefined && "handler" in options.op
    ? options.op
    : await createQuickProvider(options.op);
  const { others = {}, host = plainHost as Host<T> } = options;
  const secret = `secret of this app ${crypto.randomUUID()}`;
  const log: LogLine[] = [];
  const lines: string[] = [];
  const makeNew = (): AuthConfig => ({
    secret,
    trustHost: true,
    debug: true,
    logger: createLogger(lines, log),
    providers: toProviders(op, options),
    ...options.config,
  });
  const config = makeNew();
  const makeConfig = () => options.keepsConfig ? config : makeNew();
  const answers: SiteAnswer[] = [];
  const handler: Handler = async (request) => {
    const { url } = request;
    const response = await Auth(request, makeConfig());
    const body = await response.clone().text();
    const { status, headers } = response;
    answers.push({ url, status, headers: new Headers(headers), body });
    return response;
  };
  const hosted = host({ config, makeConfig, handler });
  const sites = {
    [site]: hosted.fetch,
    ...Object.fromEntries(
      [op, ...Object.values(others)].map((one) => [one.origin, one.handler]),
    ),
  };
  const browse = () => createBrowser(sites);
  return {
    op,
    secret,
    answers,
    log,
    lines,
    config,
    makeConfig,
    handler,
    browser: browse(),
    createBrowser: browse,
    ...hosted,
  };
}

function toProviders(
  op: FaultProvider,
  options: AppOptions,
): AuthConfig["providers"] {
  const { others = {}, more = [] } = options;
  return options.toProviders?.(op) ?? [
    options.toEntry?.(op) ?? op.provider(options.entry),
    ...Object.entries(others).map(([id, one]) => one.provider({ id })),
    ...more,
  ];
}

/**
 * Creates a provider that signs with EdDSA, unless the options name another
 * algorithm: Deno takes 3 ms for a signature of the usual RS256, which is a
 * third of a sign-in.
 */
export function createQuickProvider(
  options: FaultProviderOptions = {},
): Promise<FaultProvider> {
  return createFaultProvider({ alg: "EdDSA", ...options });
}

/** A host whose pages know nothing of the session. */
export const plainHost: Host = ({ handler }) => ({
  fetch: async (request) =>
    isAuthRoute(request)
      ? await handler(request)
      : new Response("a page of the host"),
});

/** A host whose pages answer with the session as JSON. */
export const sessionHost: Host = ({ handler, makeConfig }) => ({
  fetch: async (request) => {
    if (isAuthRoute(request)) return await handler(request);
    const auth = createAuth(makeConfig());
    const { session, headers } = await auth.session(request);
    return Response.json(session, { headers });
  },
});

/** Whether a request is for the auth routes. */
export function isAuthRoute({ url }: Request): boolean {
  return new URL(url).pathname.startsWith("/auth/");
}

/** Options for the start of a sign-in. */
export interface StartOptions {
  /** Provider id. */
  id?: string;
  /** What is typed into the provider's form. */
  fields?: Readonly<Record<string, string | undefined>>;
  /** Where its form posts to. Passwords are sent to the callback. */
  action?: "signin" | "callback";
  /** The page to return to afterwards. */
  target?: string | undefined;
  /** The URL of the auth routes. */
  base?: string;
  /** The URL of the sign-in page, if the app has sent the browser there. */
  page?: string;
}

/** Opens the sign-in page, and submits the form of a provider. */
async function submitSignIn(
  browser: Browser,
  options: StartOptions,
  stopAt?: (url: string) => boolean,
): Promise<Page> {
  const { id = "op", fields = {}, action = "signin", target } = options;
  const { base = routes, page = `${base}/signin` } = options;
  const url = new URL(page);
  url.searchParams.set("another", "1");
  if (target !== undefined) url.searchParams.set("callbackUrl", target);
  const { pathname } = new URL(`${base}/${action}/${id}`);
  const shown = await browser.goto(url.href);
  return await browser.submit(shown, { action: pathname, fields, stopAt });
}

/** Signs in; returns the browser's last page, which may be a refusal. */
export async function signIn(
  browser: Browser,
  options: StartOptions = {},
): Promise<Page> {
  return await submitSignIn(browser, options);
}

/**
 * Submits the sign-in form, and returns the last page before the browser leaves
 * the app.
 */
export async function pressButton(
  browser: Browser,
  options: StartOptions = {},
): Promise<Page> {
  const { origin } = new URL(options.base ?? routes);
  const leaves = (url: string) => !url.startsWith(`${origin}/`);
  return await submitSignIn(browser, options, leaves);
}

/**
 * Submits the sign-in form, and returns the authorization URL that the browser
 * is redirected to.
 */
export async function start(
  browser: Browser,
  options: StartOptions = {},
): Promise<string> {
  const page = await pressButton(browser, options);
  assert.ok(page.pending, `${page.status} ${page.url}`);
  return page.pending;
}

/** Visits the provider, and returns the callback URL that it redirects to. */
export async function authorize(
  browser: Browser,
  url: string,
): Promise<string> {
  const page = await browser.goto(url, {
    from: `${site}/`,
    stopAt: (url) => url.startsWith(`${site}/auth/callback/`),
  });
  assert.ok(page.pending, `${page.status} ${page.url}: ${page.text}`);
  return page.pending;
}

/**
 * Runs the flow from the button up to the callback; returns the callback URL,
 * not yet opened.
 */
export async function approach(
  browser: Browser,
  options: StartOptions = {},
): Promise<string> {
  return await authorize(browser, await start(browser, options));
}

/** Begins to sign in, and returns the path of a callback by which the provider refuses. */
export async function beCancelled(browser: Browser): Promise<string> {
  const { pathname, searchParams } = new URL(await approach(browser));
  searchParams.delete("code");
  searchParams.set("error", "access_denied");
  return `${pathname}?${searchParams}`;
}

/** Opens a callback URL, as the provider's redirect does. */
export async function arrive(
  browser: Browser,
  callbackUrl: string,
): Promise<Page> {
  return await browser.goto(callbackUrl, { from: "https://op.example/" });
}

/** Options of {@link signOut}. */
export interface SignOutOptions {
  fields?: Readonly<Record<string, string>>;
  stopAt?: (url: string) => boolean;
  /** The URL of the auth routes. */
  base?: string;
}

/** Signs out by the pages. */
export async function signOut(
  browser: Browser,
  { base = routes, fields = {}, stopAt }: SignOutOptions = {},
): Promise<Page> {
  const url = `${base}/signout`;
  const page = await browser.goto(url);
  if (page.forms().length > 0) {
    return await browser.submit(page, { fields, stopAt });
  }
  // A browser without a cookie gets no confirmation page. A form of another page can be sent.
  const csrfToken = await readCsrfToken(browser, base);
  const answer = await browser.fetch(url, {
    method: "POST",
    headers: { origin: new URL(base).origin },
    body: new URLSearchParams({ csrfToken }),
  });
  return await browser.goto(answer.headers.get("location") ?? "");
}

/** Reads the `csrfToken` of a browser as a page of the app would. */
export async function readCsrfToken(
  browser: Browser,
  base = routes,
): Promise<string> {
  const response = await browser.fetch(`${base}/csrf`);
  const { csrfToken } = await response.json();
  return csrfToken;
}

/** Reads the app's session of a browser. */
export async function readSession(browser: Browser): Promise<Session | null> {
  const response = await browser.fetch(`${site}/auth/session`);
  assert.equal(response.status, 200);
  return await response.json();
}

/** Returns the value of a cookie in a browser; empty without one. */
export function cookieValue(
  browser: Browser,
  name: string = cookieName.session,
): string {
  return browser.cookies(site).find((one) => one.name === name)?.value ?? "";
}

/** Posts a form to an auth route with the browser's own token, as a script does. */
export async function post(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  return await browser.fetch(`${routes}/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-auth-return-redirect": "1",
    },
    body: new URLSearchParams({ csrfToken, ...fields }).toString(),
  });
}

/** Creates a raw request of a browser, with its cookies and only the given headers. */
export function toRequest(
  browser: Browser,
  path = "/",
  init: RequestInit = {},
): Request {
  const headers = new Headers(init.headers);
  const cookie = browser.cookieHeader(site);
  if (!headers.has("cookie") && cookie !== "") headers.set("cookie", cookie);
  return new Request(site + path, { ...init, headers });
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

/** Signs in and asserts that it worked. */
export async function assertSignedIn(
  app: App,
  browser: Browser = app.createBrowser(),
  options: StartOptions = {},
): Promise<Session> {
  const page = await arrive(browser, await approach(browser, options));
  const session = await readSession(browser);
  const lines = app.log.map(({ level, text }) => `${level}: ${text}`);
  assert.ok(session, `not signed in, but on ${page.url}\n${lines.join("\n")}`);
  return session;
}

/** The expected form of a refusal. */
export interface Refusal {
  /** The `error` parameter, and `code` after a colon. */
  error: string;
  /** The page of the app; default `/auth/signin`. */
  page?: string;
  /** The target of the retry, if it has to be kept. */
  target?: string;
  /** A pattern that the log has to match. */
  log?: RegExp;
}

/** Opens a callback URL and asserts a refusal with all its properties. */
export async function assertCallbackRefused(
  app: App,
  browser: Browser,
  callbackUrl: string,
  expected: Refusal,
): Promise<SiteAnswer> {
  const before = readJar(browser);
  const lines = app.log.length;
  const first = app.answers.length;
  await arrive(browser, callbackUrl);
  const answer = app.answers[first];
  assert.ok(answer, "the app was not asked");
  assertAnswer(answer, expected);
  assertCookies(answer, before, readJar(browser), callbackUrl);
  const said = app.log.slice(lines).map(({ text }) => text).join("\n");
  assertNoSecrets(app, answer, callbackUrl);
  assert.match(said, expected.log ?? /./);
  await assertNoRejections();
  return answer;
}

function assertAnswer(answer: SiteAnswer, expected: Refusal): void {
  const { page = "/auth/signin", target } = expected;
  assert.equal(answer.status, 303, answer.body);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const url = new URL(answer.headers.get("location") ?? "");
  const code = url.searchParams.get("code");
  const error = url.searchParams.get("error") + (code ? `:${code}` : "");
  assert.equal(url.origin + url.pathname, site + page);
  assert.equal(error, expected.error);
  if (target !== undefined) {
    assert.equal(url.searchParams.get("callbackUrl"), target);
  }
}

/** Returns the app's cookies in a browser, by name. */
function readJar(browser: Browser): ReadonlyMap<string, string> {
  return new Map(
    browser.cookies(site).map(({ name, value }) => [name, value]),
  );
}

/**
 * Asserts that no session was started or ended, and that exactly the attempt
 * named by the state is gone.
 */
function assertCookies(
  answer: SiteAnswer,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  callbackUrl: string,
): void {
  const set = answer.headers.getSetCookie();
  assert.ok(!set.some((one) => one.startsWith(cookieName.session)), `${set}`);
  assert.equal(after.get(cookieName.session), before.get(cookieName.session));
  const named = cookieName.attempt + toAttemptId(callbackUrl);
  const cleared = set.filter((one) => one.startsWith(cookieName.attempt));
  assert.deepEqual(
    cleared.map((one) => one.split("; ").slice(0, 2).join("; ")),
    before.has(named) ? [`${named}=; Max-Age=0`] : [],
  );
  const kept = toAttempts(before.keys()).filter((name) => name !== named);
  assert.deepEqual(toAttempts(after.keys()), kept);
}

function toAttempts(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.startsWith(cookieName.attempt));
}

/** Lists the cookies of attempts in a browser by name. */
export function listAttempts(browser: Browser): string[] {
  return toAttempts(readJar(browser).keys());
}

/** Returns the id of the attempt named by a URL's `state`, or by that of a signed response. */
export function toAttemptId(url: string): string {
  const { searchParams } = new URL(url);
  const response = searchParams.get("response") ?? "";
  const isPlain = searchParams.has("state") || response === "";
  const state = isPlain
    ? searchParams.get("state")
    : decodeJwt(response)["state"];
  return String(state ?? "").split(".")[0] ?? "";
}

/** Asserts that neither the answers nor the log hold a secret of this app. */
export function assertNoSecrets(
  app: App,
  answer: SiteAnswer,
  callbackUrl?: string,
): void {
  const headers = [...answer.headers].map((pair) => pair.join(": "));
  const texts = [
    answer.body,
    ...headers.filter((line) => !line.startsWith("set-cookie")),
    ...app.log.map(({ text }) => text),
  ];
  assertNoToken(...texts);
  assertHidden(texts, listSecrets(app, callbackUrl));
}

function listSecrets(app: App, callbackUrl: string | undefined): string[] {
  const { secret } = app.makeConfig();
  const asked = app.op.requests.map(({ url }) => new URL(url).searchParams);
  const came = new URL(callbackUrl ?? site).searchParams;
  const states = [...asked, came].map((query) => query.get("state") ?? "");
  return [
    ...[secret ?? []].flat(),
    app.op.clientSecret,
    ...states.map((state) => state.split(".")[1] ?? ""),
    ...asked.map((query) => query.get("nonce") ?? ""),
    ...app.op.requests.map(({ form }) => form?.get("code_verifier") ?? ""),
    came.get("code") ?? "",
  ].filter((secret) => secret.length >= 8);
}
