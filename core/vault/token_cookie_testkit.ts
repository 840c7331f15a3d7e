/**
 * For tests only: a site that keeps tokens in cookies, whose page `/token`
 * answers with an access token, and browsers that sign in there.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AuthConfig, createAuth, customFetch } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { type AuthError, toAuthError } from "../errors/errors.ts";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { randomText } from "../crypto/random.ts";
import { app, createQuickProvider } from "../../testing/app_testkit.ts";
import { createLogger, rejections } from "../../testing/checks_testkit.ts";

/** The ways of keeping the session beside the tokens. */
export const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "jwt": () => ({}),
  "jwt, with an adapter": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "database": () => ({ adapter: createMemoryAdapter() }),
};

/** The name of the cookie with the tokens of the provider `op`. */
export const T = "__Host-latchkey.tokens.op";

/** A site, its providers `op` and `second`, and a browser. */
export interface TokenSite {
  readonly config: AuthConfig;
  readonly auth: ReturnType<typeof createAuth>;
  readonly op: FaultProvider;
  readonly second: FaultProvider;
  readonly browser: Browser;
  readonly lines: string[];
  /** Every response of the site since the last one was taken out. */
  readonly answers: Response[];
  /** Runs before each answer of the provider `op` reaches the site. */
  readonly gate: { before: (() => Promise<void>) | null };
  createBrowser(): Browser;
}

/** Creates a site. */
export async function createTokenSite(
  overrides: Partial<AuthConfig> = {},
): Promise<TokenSite> {
  const op = await createQuickProvider();
  const second = await createQuickProvider();
  second.user = { sub: "second-1", name: "Ada", email: "ada@second.example" };
  const lines: string[] = [];
  const gate: TokenSite["gate"] = { before: null };
  const send: typeof fetch = async (input, init) => {
    const answer = await op.handler(new Request(input, init));
    await gate.before?.();
    return answer;
  };
  const config: AuthConfig = {
    secret: randomText(32),
    trustHost: true,
    providers: [
      { ...op.provider({ id: "op" }), [customFetch]: send },
      second.provider({ id: "second" }),
    ],
    tokens: { providers: ["op", "second"], keep: "cookie" },
    debug: true,
    logger: createLogger(lines),
    ...overrides,
  };
  const auth = createAuth(config);
  const answers: Response[] = [];
  const handle = async (request: Request) => {
    const response = await answer(auth, request);
    answers.push(response.clone());
    return response;
  };
  const browse = () =>
    createBrowser({
      [app]: handle,
      [op.origin]: op.handler,
      [second.origin]: second.handler,
    });
  return {
    config,
    auth,
    op,
    second,
    browser: browse(),
    lines,
    answers,
    gate,
    createBrowser: browse,
  };
}

/** Answers as an application would: `/token?provider=op` has an access token, `/` the session. */
async function answer(
  auth: TokenSite["auth"],
  request: Request,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith("/auth")) return await auth.handler(request);
  if (pathname === "/rotate") {
    const { headers } = await auth.updateSession(request, {}, { rotate: true });
    return new Response("rotated", { headers });
  }
  if (pathname !== "/token") {
    const { session, headers } = await auth.session(request);
    return new Response(JSON.stringify(session), { headers });
  }
  try {
    const provider = searchParams.get("provider") ?? "op";
    const scope = searchParams.get("scope")?.split(" ");
    const { headers, accessToken } = await auth
      .getAccessToken(request, provider, { scope });
    return new Response(accessToken, { headers });
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (error === null) throw thrown;
    const headers = { "cache-control": "no-store" };
    return new Response(error.type, { status: 403, headers });
  }
}

/** Signs a browser in, by default at the provider `op`. */
export async function signInAt(
  { browser }: Pick<TokenSite, "browser">,
  provider = "op",
): Promise<void> {
  const page = await browser.goto(`${app}/auth/signin?another=1`);
  const ended = await browser.submit(page, {
    action: `/auth/signin/${provider}`,
  });
  assert.ok(!ended.url.includes("error"), ended.url);
}

/** Signs a browser out. */
export async function signOutOf(
  { browser }: Pick<TokenSite, "browser">,
): Promise<void> {
  await browser.submit(await browser.goto(`${app}/auth/signout`));
}

/** Asks the site for an access token; returns it, or the type of the error. */
export async function askToken(
  { browser }: Pick<TokenSite, "browser">,
  query = "",
): Promise<string> {
  const response = await browser.fetch(`${app}/token${query}`);
  return await response.text();
}

/** A browser's cookies by name. */
export type Jar = ReadonlyMap<string, string>;

/** Returns the cookies of a browser that begin with a name. */
export function readJar(browser: Browser, begin = ""): Jar {
  return new Map(
    browser.cookies(app)
      .filter(({ name }) => name.startsWith(begin))
      .map(({ name, value }) => [name, value]),
  );
}

/** Asks for a token with these cookies only; returns the whole response. */
export async function askWith(
  { auth }: Pick<TokenSite, "auth">,
  cookies: Jar | readonly (readonly [string, string])[],
  path = "/token",
): Promise<{ text: string; headers: Headers }> {
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const request = new Request(app + path, { headers: { cookie } });
  const response = await answer(auth, request);
  return { text: await response.text(), headers: response.headers };
}

/** Returns what an answer did to the cookies with tokens: the names it set, and those it cleared. */
export function readTokenChanges(headers: Headers) {
  const all = headers.getSetCookie()
    .filter((one) => one.includes("latchkey.tokens."));
  const names = (some: string[]) =>
    some.map((one) => one.split("=", 1)[0] ?? "").sort();
  const isCleared = (one: string) => /; Max-Age=0(?:;|$)/.test(one);
  return {
    set: names(all.filter((one) => !isCleared(one))),
    cleared: names(all.filter(isCleared)),
  };
}

/**
 * Asserts that a request for a token was refused with an error, and that the
 * response sets no session and no tokens, is not kept by caches and shows none
 * of the secrets, nor does the log.
 */
export function assertNoToken(
  site: Pick<TokenSite, "lines" | "config">,
  answer: { readonly text: string; readonly headers: Headers },
  type: AuthError["type"],
): void {
  assert.equal(answer.text, type);
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  for (const text of [answer.text, ...site.lines]) {
    assert.doesNotMatch(text, /[ar]t-[0-9a-f]{32}/);
    assert.ok(!text.includes(String(site.config.secret)));
  }
  assert.deepEqual(rejections, []);
}
