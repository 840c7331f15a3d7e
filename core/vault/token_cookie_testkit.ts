/**
 * For tests only: an app that keeps tokens in cookies, whose page `/token`
 * answers with an access token, and browsers that sign in there.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  type AuthConfig,
  type AuthInstance,
  createAuth,
  customFetch,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, FaultProvider } from "@latchkey/auth/testing";
import {
  type App,
  app,
  createApp,
  createQuickProvider,
  type Handler,
  type Host,
  isAuthRoute,
  signIn,
} from "../../testing/app_testkit.ts";
import {
  assertHidden,
  assertNoToken,
  readSetCookies,
  rejections,
} from "../../testing/checks_testkit.ts";
import { type AuthError, toAuthError } from "../errors/errors.ts";

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

/** What {@link createTokenSite} adds to an app. */
interface TokenHost {
  readonly auth: AuthInstance;
  /** Every response of the site since the last one was taken out. */
  readonly responses: Response[];
}

/** An app with the providers `op` and `second`. */
export interface TokenSite extends App, TokenHost {
  readonly second: FaultProvider;
  /** Runs before each answer of the provider `op` reaches the site. */
  readonly gate: { before: (() => Promise<void>) | null };
}

/** Creates an app. */
export async function createTokenSite(
  overrides: Partial<AuthConfig> = {},
): Promise<TokenSite> {
  const second = await createQuickProvider();
  second.user = { sub: "second-1", name: "Ada", email: "ada@second.example" };
  const gate: TokenSite["gate"] = { before: null };
  const toFetch = (op: FaultProvider): typeof fetch => async (input, init) => {
    const answer = await op.handler(new Request(input, init));
    await gate.before?.();
    return answer;
  };
  const made = await createApp({
    toEntry: (op) => ({ ...op.provider(), [customFetch]: toFetch(op) }),
    others: { second },
    config: {
      tokens: { providers: ["op", "second"], keep: "cookie" },
      ...overrides,
    },
    keepsConfig: true,
    host: tokenHost,
  });
  return { ...made, second, gate };
}

const tokenHost: Host<TokenHost> = ({ config }) => {
  const auth = createAuth(config);
  const responses: Response[] = [];
  const fetch: Handler = async (request) => {
    const response = await answer(auth, request);
    responses.push(response.clone());
    return response;
  };
  return { auth, responses, fetch };
};

/** Answers as an application would: `/token?provider=op` has an access token, `/` the session. */
async function answer(auth: AuthInstance, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (isAuthRoute(request)) return await auth.handler(request);
  if (pathname === "/rotate") {
    const { headers } = await auth.updateSession(request, {}, { rotate: true });
    return new Response("rotated", { headers });
  }
  if (pathname !== "/token") {
    const { session, headers } = await auth.session(request);
    return Response.json(session, { headers });
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
  id = "op",
): Promise<void> {
  const { url } = await signIn(browser, { id });
  assert.ok(!url.includes("error"), url);
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
  const all = readSetCookies(headers)
    .filter(({ name }) => name.includes("latchkey.tokens."));
  const list = (deletes: boolean) =>
    all.filter((one) => one.deletes === deletes).map(({ name }) => name).sort();
  return { set: list(false), cleared: list(true) };
}

/**
 * Asserts that a request for a token was refused with an error, and that the
 * response sets no session and no tokens, is not kept by caches and shows none
 * of the secrets, nor does the log.
 */
export function assertTokenRefused(
  { lines, config }: Pick<TokenSite, "lines" | "config">,
  answer: { readonly text: string; readonly headers: Headers },
  type: AuthError["type"],
): void {
  assert.equal(answer.text, type);
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const texts = [answer.text, ...lines];
  assertNoToken(...texts);
  assertHidden(texts, [String(config.secret)]);
  assert.deepEqual(rejections, []);
}
