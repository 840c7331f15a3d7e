/**
 * For tests only: a site where users sign in with the test provider, step by
 * step, and the checks that every refusal has to pass.
 *
 * @module
 */

import "../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { mock } from "node:test";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { decodeJwt } from "jose";
import { Auth } from "@latchkey/auth";
import type { AuthConfig, OIDCConfig, Provider, Session } from "@latchkey/auth";
import { createBrowser } from "@latchkey/auth/testing";
import type {
  Browser,
  FaultProvider,
  FaultProviderOptions,
  Page,
} from "@latchkey/auth/testing";
import { createQuickProvider } from "../../testing/quick_provider_testkit.ts";

/** The origin of the site. */
export const site = "https://app.example";
/** The names of the site's cookies. */
export const cookieName = {
  session: "__Host-latchkey.session",
  attempt: "__Host-latchkey.attempt.",
} as const;

/** Options of `createFlow`. */
export interface FlowOptions {
  /** Options of the provider. */
  op?: FaultProviderOptions;
  /** Additional options of its entry in the configuration. */
  entry?: Partial<OIDCConfig>;
  /** Makes its whole entry, in place of `op.provider(entry)`. */
  toEntry?: (op: FaultProvider) => Provider;
  /** Makes all entries. */
  toProviders?: (op: FaultProvider) => AuthConfig["providers"];
  /** Additional options of the configuration. */
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
}

/** One answer of the site. */
export interface SiteAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** One line of the log. */
export interface LogLine {
  readonly level: "error" | "warn" | "debug";
  /** All arguments of the logger, as one text. */
  readonly text: string;
}

/** A site, its provider, and a record of their answers and log lines. */
export interface Flow {
  readonly op: FaultProvider;
  /** Every answer of the site, oldest first. */
  readonly answers: readonly SiteAnswer[];
  readonly log: readonly LogLine[];
  /**
   * Makes a new configuration object each time, unless the site keeps one; all
   * of them are equal.
   */
  readonly makeConfig: () => AuthConfig;
  /** The site, which calls `makeConfig` for each request. */
  readonly handler: (request: Request) => Promise<Response>;
  readonly createBrowser: () => Browser;
}

/**
 * Makes a site with its provider. No request has been sent to the provider yet.
 */
export async function createFlow(options: FlowOptions = {}): Promise<Flow> {
  // Deno does not fail a test whose `afterEach` throws, so the next test fails
  // instead.
  await assertNoRejections();
  const op = await createQuickProvider(options.op);
  const others = options.others ?? {};
  const secret = `secret of this site ${crypto.randomUUID()}`;
  const log: LogLine[] = [];
  const answers: SiteAnswer[] = [];
  const makeNew = (): AuthConfig => ({
    secret,
    origin: site,
    debug: true,
    logger: toLogger(log),
    ...options.config,
    providers: options.toProviders?.(op) ?? [
      options.toEntry?.(op) ?? op.provider(options.entry),
      ...Object.entries(others).map(([id, one]) => one.provider({ id })),
      ...options.more ?? [],
    ],
  });
  let kept: AuthConfig | undefined;
  const makeConfig = () => options.keepsConfig ? kept ??= makeNew() : makeNew();
  const handler = async (request: Request): Promise<Response> => {
    const { url } = request;
    const response = await Auth(request, makeConfig());
    const body = await response.clone().text();
    const { status, headers } = response;
    answers.push({ url, status, headers: new Headers(headers), body });
    return response;
  };
  const sites = {
    [site]: toSite(handler),
    ...Object.fromEntries(
      [op, ...Object.values(others)].map((one) => [one.origin, one.handler]),
    ),
  };
  return {
    op,
    answers,
    log,
    makeConfig,
    handler,
    createBrowser: () => createBrowser(sites),
  };
}

function toSite(handler: Flow["handler"]): Flow["handler"] {
  return async (request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? await handler(request)
      : new Response("a page of the host");
}

function toLogger(log: LogLine[]): AuthConfig["logger"] {
  return {
    error: (error) => void log.push({ level: "error", text: toText(error) }),
    warn: (code, message) =>
      void log.push({ level: "warn", text: `${code}: ${message}` }),
    debug: (message, details) =>
      void log.push({
        level: "debug",
        text: `${message} ${JSON.stringify(details)}`,
      }),
  };
}

/** Returns an error with all its properties and causes as text. */
function toText(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const { name, message, stack, cause, ...facts } = error;
  const own = [name, message, stack ?? "", JSON.stringify(facts)].join("\n");
  return cause === undefined ? own : `${own}\n${toText(cause)}`;
}

/** Options for the start of a sign-in. */
export interface StartOptions {
  /** Provider id. */
  id?: string;
  /** The page to return to afterwards. */
  target?: string;
}

/**
 * Submits the sign-in form, and returns the authorization URL that the browser
 * is redirected to.
 */
export async function start(
  browser: Browser,
  { id = "op", target }: StartOptions = {},
): Promise<string> {
  const page = await pressButton(browser, id, target);
  assert.ok(page.pending, `${page.status} ${page.url}`);
  return page.pending;
}

/**
 * Submits the sign-in form, and returns the last page before the browser leaves
 * the site.
 */
export async function pressButton(
  browser: Browser,
  id = "op",
  target?: string,
): Promise<Page> {
  const query = new URLSearchParams({
    another: "1",
    ...(target === undefined ? {} : { callbackUrl: target }),
  });
  const page = await browser.goto(`${site}/auth/signin?${query}`);
  return await browser.submit(page, {
    action: `/auth/signin/${id}`,
    stopAt: (url) => !url.startsWith(`${site}/`),
  });
}

/** Visits the provider, and returns the callback URL that it redirects to. */
export async function authorize(
  browser: Browser,
  url: string,
): Promise<string> {
  const page = await browser.goto(url, {
    from: `${site}/`,
    stopAt: isCallback,
  });
  assert.ok(page.pending, `${page.status} ${page.url}: ${page.text}`);
  return page.pending;
}

function isCallback(url: string): boolean {
  return url.startsWith(`${site}/auth/callback/`);
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

/** Opens a callback URL, as the provider's redirect does. */
export async function arrive(
  browser: Browser,
  callbackUrl: string,
): Promise<Page> {
  return await browser.goto(callbackUrl, { from: "https://op.example/" });
}

/** Runs a whole sign-in. */
export async function signIn(
  browser: Browser,
  options: StartOptions = {},
): Promise<Page> {
  return await arrive(browser, await approach(browser, options));
}

/** Reads the site's session of a browser. */
export async function readSession(browser: Browser): Promise<Session | null> {
  const response = await browser.fetch(`${site}/auth/session`);
  return await response.json();
}

/** Signs in and asserts that it worked. */
export async function assertSignedIn(
  flow: Flow,
  browser: Browser = flow.createBrowser(),
  options: StartOptions = {},
): Promise<Session> {
  const page = await signIn(browser, options);
  const session = await readSession(browser);
  assert.ok(session, `not signed in, but on ${page.url}\n${toLines(flow)}`);
  return session;
}

function toLines({ log }: Flow): string {
  return log.map(({ level, text }) => `${level}: ${text}`).join("\n");
}

/** The expected form of a refusal. */
export interface Refusal {
  /** The `error` parameter, and `code` after a colon. */
  error: string;
  /** The page of the site; default `/auth/signin`. */
  page?: string;
  /** The target of the retry, if it has to be kept. */
  target?: string;
  /** A pattern that the log has to match. */
  log?: RegExp;
}

/** Opens a callback URL and asserts a refusal with all its properties. */
export async function assertRefused(
  flow: Flow,
  browser: Browser,
  callbackUrl: string,
  expected: Refusal,
): Promise<SiteAnswer> {
  const before = readJar(browser);
  const lines = flow.log.length;
  const first = flow.answers.length;
  await arrive(browser, callbackUrl);
  const answer = flow.answers[first];
  assert.ok(answer, "the site was not asked");
  assertAnswer(answer, expected);
  assertCookies(answer, before, readJar(browser), callbackUrl);
  const said = flow.log.slice(lines).map(({ text }) => text).join("\n");
  assertNoSecrets(flow, answer, callbackUrl);
  assert.match(said, expected.log ?? /./);
  await assertNoRejections();
  return answer;
}

function assertAnswer(answer: SiteAnswer, expected: Refusal): void {
  assert.equal(answer.status, 303, answer.body);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const url = new URL(answer.headers.get("location") ?? "");
  const code = url.searchParams.get("code");
  const error = url.searchParams.get("error") + (code ? `:${code}` : "");
  assert.equal(url.origin + url.pathname, site + toPath(expected));
  assert.equal(error, expected.error);
  if (expected.target !== undefined) {
    assert.equal(url.searchParams.get("callbackUrl"), expected.target);
  }
}

function toPath({ page = "/auth/signin" }: Refusal): string {
  return page;
}

/** Returns the site's cookies in a browser, by name. */
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
  const kept = listAttempts(before).filter((name) => name !== named);
  assert.deepEqual(listAttempts(after), kept);
}

function listAttempts(jar: ReadonlyMap<string, string>): string[] {
  return [...jar.keys()].filter((name) => name.startsWith(cookieName.attempt));
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

/** Codes, access, refresh and ID tokens of the test provider. */
const TOKENS = /\b(?:code|at|rt)-[0-9a-f]{32}|\beyJ[\w-]+\.[\w-]+/;

/** Asserts that neither the answers nor the log hold a secret of this flow. */
export function assertNoSecrets(
  flow: Flow,
  answer: SiteAnswer,
  callbackUrl?: string,
): void {
  const headers = [...answer.headers].map((pair) => pair.join(": "));
  const texts = [
    answer.body,
    ...headers.filter((line) => !line.startsWith("set-cookie")),
    ...flow.log.map(({ text }) => text),
  ];
  const secrets = listSecrets(flow, callbackUrl);
  for (const text of texts) {
    assert.doesNotMatch(text, TOKENS);
    for (const secret of secrets) {
      assert.ok(!text.includes(secret), `"${secret}" is in: ${text}`);
    }
  }
}

function listSecrets(flow: Flow, callbackUrl: string | undefined): string[] {
  const { secret } = flow.makeConfig();
  const asked = flow.op.requests.map(({ url }) => new URL(url).searchParams);
  const came = new URL(callbackUrl ?? site).searchParams;
  const states = [...asked, came].map((query) => query.get("state") ?? "");
  return [
    ...(typeof secret === "string" ? [secret] : secret ?? []),
    flow.op.clientSecret,
    ...states.map((state) => state.split(".")[1] ?? ""),
    ...asked.map((query) => query.get("nonce") ?? ""),
    ...flow.op.requests.map(({ form }) => form?.get("code_verifier") ?? ""),
    came.get("code") ?? "",
  ].filter((secret) => secret.length >= 8);
}

const rejections: unknown[] = [];
process.on("unhandledRejection", (reason) => void rejections.push(reason));
process.on("uncaughtException", (error) => void rejections.push(error));
// `deno test` notifies only this listener, which Node does not have.
globalThis.addEventListener?.(
  "unhandledrejection",
  ({ reason }) => void rejections.push(reason),
);

/** Asserts that there was no unhandled rejection. */
export async function assertNoRejections(): Promise<void> {
  await setImmediate();
  await setImmediate();
  assert.deepEqual(rejections, []);
}

/**
 * Restores real time and checks for left-over rejections; for use in
 * `afterEach`.
 */
export async function endTest(): Promise<void> {
  mock.timers.reset();
  await assertNoRejections();
}

/** Waits for a condition in real time, even if the clock is mocked. */
export async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - start < 20_000, `${isTrue} never came true`);
    await setImmediate();
  }
}
