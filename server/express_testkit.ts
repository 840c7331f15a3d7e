/**
 * What the tests of the Express integration share: both versions of Express,
 * servers on free ports of this machine, requests under exact control, and a
 * browser that signs in through them.
 */

import assert from "node:assert/strict";
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
} from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryStore, type Store } from "@latchkey/auth";
import {
  ServerAuth,
  type ServerAuthConfig,
  type ServerAuthHandler,
} from "@latchkey/auth/server";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
  type Page,
} from "@latchkey/auth/testing";
import express5 from "express";
import express4 from "express4";
import { randomText } from "../core/crypto/random.ts";
import {
  createLogger,
  DAY,
  mint,
  rejections,
} from "../core/session_testkit.ts";

/** Express, whichever version; the two differ in types only where no test looks. */
export type Express = typeof express5;

/** The versions that the integration is for. */
export const versions: readonly (readonly [string, Express])[] = [
  ["Express 4", express4 as unknown as Express],
  ["Express 5", express5],
];

/** Name of the session cookie of a site on plain http. */
export const S = "latchkey.session";
const purpose = { name: "session", cookie: S, maxAge: 30 * DAY } as const;

/** The library set up for a test. */
export interface Setup {
  readonly config: ServerAuthConfig;
  readonly auth: ServerAuthHandler;
  readonly secret: string;
  /** Every log line, at every level. */
  readonly lines: string[];
  /** How often the store was asked. */
  readonly reads: () => number;
}

/** Sets the library up, without providers. */
export function setUp(overrides: Partial<ServerAuthConfig> = {}): Setup {
  const secret = randomText(32);
  const lines: string[] = [];
  const inner = createMemoryStore();
  let reads = 0;
  const store: Store = {
    ...inner,
    get: (keys) => {
      reads++;
      return inner.get(keys);
    },
  };
  const config: ServerAuthConfig = {
    secret,
    store,
    trustHost: true,
    providers: [],
    debug: true,
    logger: createLogger(lines),
    ...overrides,
  };
  const auth = ServerAuth(config);
  return { config, auth, secret, lines, reads: () => reads };
}

/** Sets the library up with a provider, which may be called anything. */
export async function setUpWithProvider(
  overrides: Partial<ServerAuthConfig> = {},
  id = "op",
): Promise<Setup & { readonly op: FaultProvider }> {
  const op = await createFaultProvider();
  return { op, ...setUp({ providers: [op.provider({ id })], ...overrides }) };
}

/** Serves on a free port while a test runs; nothing may be left unhandled. */
export async function serve(
  listener: unknown,
  run: (origin: string, port: number) => Promise<void>,
): Promise<void> {
  const server = createServer(listener as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await run(`http://127.0.0.1:${port}`, port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    assert.deepEqual(rejections, []);
  }
}

/** The Cookie header of somebody who is signed in. */
export async function toCookie(secret: string, claims = {}): Promise<string> {
  return `${S}=${await mint(secret, claims, purpose)}`;
}

/** An answer, read whole. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A request with `fetch` that follows no redirect. */
export async function ask(
  url: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Answered> {
  const response = await fetch(url, { redirect: "manual", ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** A form token and the Cookie header that goes with it. */
export async function readToken(
  base: string,
  cookie = "",
): Promise<{ csrfToken: string; cookie: string }> {
  const { headers, text } = await ask(`${base}/csrf`, { cookie });
  const pairs = headers.getSetCookie().map((one) => one.split(";")[0]);
  return {
    csrfToken: JSON.parse(text).csrfToken as string,
    cookie: [cookie, ...pairs].filter(Boolean).join("; "),
  };
}

/** Headers of a raw request; a list is sent as several. */
export type Headings = Record<string, string | string[]>;

/** A request under exact control: no header besides those given. */
export function sendRaw(
  url: string,
  method: string,
  headers: Headings,
  body: string | Uint8Array = "",
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const read = async (message: IncomingMessage) => {
      let text = "";
      for await (const chunk of message.setEncoding("utf8")) text += chunk;
      const answered = new Headers();
      for (const [name, value] of Object.entries(message.headers)) {
        for (const one of [value ?? []].flat()) answered.append(name, one);
      }
      const { statusCode: status = 0 } = message;
      return new Response(text, { status, headers: answered });
    };
    httpRequest(url, { method, headers }, (message) => {
      read(message).then(resolve, reject);
    }).on("error", reject).end(body);
  });
}

/** A raw POST. */
export async function postRaw(
  port: number,
  path: string,
  headers: Headings,
  body: string | Uint8Array = "",
): Promise<Answered> {
  const url = `http://127.0.0.1:${port}${path}`;
  const response = await sendRaw(url, "POST", headers, body);
  const { status } = response;
  return { status, headers: response.headers, text: await response.text() };
}

/** A browser's request to a real server: `fetch` would write Sec-Fetch-Mode itself. */
export async function forward(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  return await sendRaw(request.url, request.method, headers, body);
}

/** A browser for real servers and a provider in this process. */
export function toBrowser(
  ops: FaultProvider | readonly FaultProvider[],
  /** What stands between the browser and the server. */
  proxy: (request: Request) => Request = (request) => request,
): Browser {
  const all = [ops].flat();
  return createBrowser(async (request) => {
    const op = all.find((one) => request.url.startsWith(`${one.origin}/`));
    return op === undefined
      ? await forward(proxy(request))
      : await op.handler(request);
  });
}

/**
 * A whole sign-in by the pages below a base path, then out again. The redirect
 * URI that the provider was told has to be the one below the base.
 *
 * @param base where the auth routes are for the browser
 * @param id of the provider
 */
export async function signInAndOut(
  browser: Browser,
  op: FaultProvider,
  base: string,
  id = "op",
): Promise<void> {
  const before = op.requests.length;
  await signInBelow(browser, base, id);
  const told = op.requests.slice(before)
    .filter(({ endpoint }) => endpoint === "authorize")
    .map(({ url }) => new URL(url).searchParams.get("redirect_uri"));
  assert.deepEqual(told, [`${base}/callback/${id}`]);
  const me = await (await browser.fetch(`${base}/session`)).json();
  assert.equal(me.user.name, "Ada Lovelace");
  const out = await browser.goto(`${base}/signout`);
  assert.equal(out.status, 200);
  await browser.submit(out);
  assert.equal(await (await browser.fetch(`${base}/session`)).text(), "null");
}

/** Signs in by the pages below a base path. */
export async function signInBelow(
  browser: Browser,
  base: string,
  id = "op",
): Promise<Page> {
  const page = await browser.goto(`${base}/signin`);
  assert.equal(page.status, 200, base);
  const action = new URL(`${base}/signin/${id}`).pathname;
  return await browser.submit(page, { action });
}
