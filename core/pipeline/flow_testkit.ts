/**
 * For tests only: a site that signs people in at the test provider, step by
 * step, and what every refusal has to look like.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mock } from "node:test";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { Auth } from "@latchkey/auth";
import type { AuthConfig, OIDCConfig, Provider, Session } from "@latchkey/auth";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import type {
  Browser,
  FaultProvider,
  FaultProviderOptions,
  Page,
} from "@latchkey/auth/testing";

/** The origin of the site. */
export const site = "https://app.example";
/** The names of the site's cookies. */
export const cookieName = {
  session: "__Host-latchkey.session",
  attempt: "__Host-latchkey.attempt.",
} as const;

/** What can be asked for. */
export interface FlowOptions {
  /** The provider. */
  op?: FaultProviderOptions;
  /** What its entry in the configuration has besides. */
  entry?: Partial<OIDCConfig>;
  /** Its whole entry, where it is another than that of `op.provider(entry)`. */
  toEntry?: (op: FaultProvider) => Provider;
  /** All entries, where they are others. */
  toProviders?: (op: FaultProvider) => AuthConfig["providers"];
  /** What the configuration has besides. */
  config?: Partial<AuthConfig>;
  /** Providers of other types. */
  more?: readonly Provider[];
  /** More providers, by id. */
  others?: Readonly<Record<string, FaultProvider>>;
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
  /** Everything that the logger was handed, in one text. */
  readonly text: string;
}

/** A site, its provider, and what they said. */
export interface Flow {
  readonly op: FaultProvider;
  /** Every answer of the site, oldest first. */
  readonly answers: readonly SiteAnswer[];
  readonly log: readonly LogLine[];
  /** A configuration that was never seen before and equals all others. */
  readonly makeConfig: () => AuthConfig;
  /** The site, which makes a new configuration for each request. */
  readonly handler: (request: Request) => Promise<Response>;
  readonly createBrowser: () => Browser;
}

/** Makes a site with its provider. Nobody has asked the provider anything yet. */
export async function createFlow(options: FlowOptions = {}): Promise<Flow> {
  // Deno does not fail a test whose `afterEach` throws: the next test does.
  await assertNoRejections();
  const op = await createFaultProvider(options.op);
  const others = options.others ?? {};
  const secret = `secret of this site ${crypto.randomUUID()}`;
  const log: LogLine[] = [];
  const answers: SiteAnswer[] = [];
  const makeConfig = (): AuthConfig => ({
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

/** All that hangs on an error, its causes included. */
function toText(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const { name, message, stack, cause, ...facts } = error;
  const own = [name, message, stack ?? "", JSON.stringify(facts)].join("\n");
  return cause === undefined ? own : `${own}\n${toText(cause)}`;
}

/** Where a sign-in begins. */
export interface StartOptions {
  /** Provider id. */
  id?: string;
  /** Where to go afterwards. */
  target?: string;
}

/** Presses the button; gives the authorization URL that the browser is sent to. */
export async function start(
  browser: Browser,
  { id = "op", target }: StartOptions = {},
): Promise<string> {
  const page = await pressButton(browser, id, target);
  assert.ok(page.pending, `${page.status} ${page.url}`);
  return page.pending;
}

/** Presses the button; gives the page that the browser ends on, at most the way out. */
export async function pressButton(
  browser: Browser,
  id = "op",
  target?: string,
): Promise<Page> {
  const query = target === undefined
    ? ""
    : `?${new URLSearchParams({ callbackUrl: target })}`;
  const page = await browser.goto(`${site}/auth/signin${query}`);
  return await browser.submit(page, {
    action: `/auth/signin/${id}`,
    stopAt: (url) => !url.startsWith(`${site}/`),
  });
}

/** Visits the provider; gives the callback URL that it sends the browser to. */
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

/** From the button to the way back; gives the callback URL, not yet opened. */
export async function approach(
  browser: Browser,
  options: StartOptions = {},
): Promise<string> {
  return await authorize(browser, await start(browser, options));
}

/** Opens a callback URL as the provider's redirect does. */
export async function arrive(
  browser: Browser,
  callbackUrl: string,
): Promise<Page> {
  return await browser.goto(callbackUrl, { from: "https://op.example/" });
}

/** The whole way. */
export async function signIn(
  browser: Browser,
  options: StartOptions = {},
): Promise<Page> {
  return await arrive(browser, await approach(browser, options));
}

/** Who the site thinks is there. */
export async function readSession(browser: Browser): Promise<Session | null> {
  const response = await browser.fetch(`${site}/auth/session`);
  return await response.json();
}

/** Signs in and expects it to work. */
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

/** How a refusal reads. */
export interface Refusal {
  /** The `error` parameter, and `code` after a colon. */
  error: string;
  /** The page of the site; default `/auth/signin`. */
  page?: string;
  /** Where the retry leads, if it has to be kept. */
  target?: string;
  /** What the log has to say. */
  log?: RegExp;
}

/** Opens a callback URL and expects a refusal with all that belongs to one. */
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

/** The site's cookies in a browser, by name. */
function readJar(browser: Browser): ReadonlyMap<string, string> {
  return new Map(
    browser.cookies(site).map(({ name, value }) => [name, value]),
  );
}

/** No session was given or taken; exactly the attempt that the state names is gone. */
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

/** The id of the attempt that a URL's `state` names. */
export function toAttemptId(url: string): string {
  return (new URL(url).searchParams.get("state") ?? "").split(".")[0] ?? "";
}

/** Codes, access, refresh and ID tokens of the test provider. */
const TOKENS = /\b(?:code|at|rt)-[0-9a-f]{32}|\beyJ[\w-]+\.[\w-]+/;

/** Neither the answer nor any line of the log holds a secret of this flow. */
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
// `deno test` tells only this listener, which Node does not have.
globalThis.addEventListener?.(
  "unhandledrejection",
  ({ reason }) => void rejections.push(reason),
);

/** Nothing was rejected behind everybody's back. */
export async function assertNoRejections(): Promise<void> {
  await setImmediate();
  await setImmediate();
  assert.deepEqual(rejections, []);
}

/** For `afterEach`: real time again, and nothing left over. */
export async function endTest(): Promise<void> {
  mock.timers.reset();
  await assertNoRejections();
}

/** Waits until something is true, in real time however the clock is mocked. */
export async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - start < 20_000, `${isTrue} never came true`);
    await setImmediate();
  }
}
