/**
 * For tests only: both versions of Express, servers on free ports of this
 * machine, raw requests, and a browser that signs in through them.
 *
 * @module
 */

import "../core/runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createMemoryStore, type Store } from "@latchkey/auth";
import {
  ServerAuth,
  type ServerAuthConfig,
  type ServerAuthHandler,
} from "@latchkey/auth/server";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import express5 from "express";
import express4 from "express4";
import {
  type Answer,
  defer,
  rejections,
  toAnswer,
} from "../testing/checks_testkit.ts";
import { DAY, mint } from "../core/session/session_testkit.ts";
import {
  type App,
  createApp,
  type Host,
  signIn,
  signOut,
} from "../testing/app_testkit.ts";

/** Either version of Express; the types differ only where no test looks. */
export type Express = typeof express5;

/** The supported versions. */
export const versions: readonly (readonly [string, Express])[] = [
  ["Express 4", express4 as unknown as Express],
  ["Express 5", express5],
];

/** Name of the session cookie on plain http. */
export const S = "latchkey.session";
const purpose = { name: "session", cookie: S, maxAge: 30 * DAY } as const;

/** An app for servers, whose routes a test mounts itself. */
export interface ServerApp extends App {
  readonly auth: ServerAuthHandler;
  /** The number of reads of the store. */
  readonly reads: () => number;
}

/** Creates an app for servers, with a provider under any id. */
export async function createServerApp(
  overrides: Partial<ServerAuthConfig> = {},
  id = "op",
): Promise<ServerApp> {
  const inner = createMemoryStore();
  let reads = 0;
  const store: Store = {
    ...inner,
    get: (keys) => {
      reads++;
      return inner.get(keys);
    },
  };
  const made = await createApp({
    entry: { id },
    config: { store, ...overrides },
  });
  return { ...made, auth: ServerAuth(made.config), reads: () => reads };
}

/** Serves on a free port while a test runs, and fails on unhandled errors. */
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

/** The Cookie header of a signed-in user. */
export async function toCookie(secret: string, claims = {}): Promise<string> {
  return `${S}=${await mint(secret, claims, purpose)}`;
}

/** A request with `fetch` that follows no redirect. */
export async function ask(
  url: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Answer> {
  return await toAnswer(
    await fetch(url, { redirect: "manual", ...init, headers }),
  );
}

/**
 * A host that is a real server of Express, behind a proxy that ends TLS.
 */
export function expressHost(express: Express): Host {
  return ({ config }) => {
    const app = express();
    app.set("trust proxy", true);
    app.use("/auth", ServerAuth(config));
    app.use((_req, res) => void res.send("a page of the host"));
    return { fetch: (request) => forwardTo(app, request) };
  };
}

/** Passes a request to a server that runs for it alone. */
async function forwardTo(app: unknown, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("host", url.host);
  if (!headers.has("x-forwarded-host")) {
    headers.set("x-forwarded-host", url.host);
  }
  headers.set("x-forwarded-proto", url.protocol.slice(0, -1));
  headers.set("connection", "close");
  const body = new Uint8Array(await request.arrayBuffer());
  const answer = defer<Response>();
  await serve(app, async (origin) => {
    const target = origin + url.pathname + url.search;
    const all = Object.fromEntries(headers);
    answer.resolve(await sendRaw(target, request.method, all, body));
  });
  return await answer.promise;
}

/** Reads a form token and the Cookie header that goes with it. */
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

/** Sends a request with no headers besides those given. */
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
      const body = status === 204 || status === 304 ? null : text;
      return new Response(body, { status, headers: answered });
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
): Promise<Answer> {
  const url = `http://127.0.0.1:${port}${path}`;
  return await toAnswer(await sendRaw(url, "POST", headers, body));
}

/** A browser's request to a real server: `fetch` would write Sec-Fetch-Mode itself. */
export async function forward(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = {
    ...Object.fromEntries(request.headers),
    // Another server may have the same port next, and none of the connections.
    connection: "close",
  };
  return await sendRaw(request.url, request.method, headers, body);
}

/**
 * A browser that sends requests to real servers, and to a provider in this
 * process.
 */
export function toBrowser(
  ops: FaultProvider | readonly FaultProvider[],
  /** Sits between the browser and the server. */
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
 * Signs in through the pages below a base path, then out again. The redirect
 * URI sent to the provider must be the one below the base.
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
  const readRedirectUris = watchRedirectUris(op);
  await signIn(browser, { base, id });
  assert.deepEqual(readRedirectUris(), [`${base}/callback/${id}`]);
  const me = await (await browser.fetch(`${base}/session`)).json();
  assert.equal(me.user.name, "Ada Lovelace");
  await signOut(browser, { base });
  assert.equal(await (await browser.fetch(`${base}/session`)).text(), "null");
}

/** Returns a function that reads the redirect URIs that a provider gets from now on. */
export function watchRedirectUris(op: FaultProvider): () => (string | null)[] {
  const before = op.requests.length;
  return () =>
    op.requests.slice(before)
      .filter(({ endpoint }) => endpoint === "authorize")
      .map(({ url }) => new URL(url).searchParams.get("redirect_uri"));
}

/**
 * Raw requests that no real browser sends, for any server with the auth routes
 * at /auth: strange paths, hosts, cookies, methods, headers and bodies.
 */
function listBadRequests(): string[] {
  const long = "a".repeat(12_000);
  const get = (path: string, ...lines: string[]) =>
    toRequestText("GET", path, ["Host: localhost", ...lines], "");
  const post = (path: string, body: string, ...lines: string[]) =>
    toRequestText("POST", path, ["Host: localhost", ...lines], body);
  const form = "Content-Type: application/x-www-form-urlencoded";
  const json = "Content-Type: application/json";
  const paths = [
    "/auth/%",
    "/auth/%ff",
    "/auth/%00",
    "/auth//session",
    "/auth/signin/%",
    "/auth/signin/__proto__",
    "/auth/callback/constructor?code=1&state=2",
    "/auth/callback/op?code=%00&state=%ff&iss=%",
    "/auth/callback/op?code=1&code=2&state=1&state=2",
    "/auth/callback/op?error=%3Cscript%3E&error_description=%0d%0aX:1",
    "/auth/callback/demo?state=..",
    "/auth/signin?callbackUrl=%",
    "/auth/signin?callbackUrl[]=1&error[]=2&__proto__[x]=3",
    "/auth/error?error=__proto__",
    "/auth/error?error=toString&code=%ff",
    `/auth/${long}`,
    `/auth/signin/${long}`,
    `/auth/signin?callbackUrl=/${long}`,
    "/../../auth/session",
    "http://evil.example/auth/session",
    "http://[::1/auth/session",
    "*",
    "?",
    "auth",
  ];
  const hosts = [
    "",
    "x/y?z",
    "user@evil.example",
    "[::1",
    "LOCALHOST.:443",
    "xn--80ak6aa92e.example",
    "a b",
    ":::",
    "localhost:99999",
    "\u00e9.example",
  ];
  const cookies = [
    "latchkey.session=%",
    "latchkey.session=; latchkey.session=",
    `latchkey.session=${long}`,
    "latchkey.session.0=a; latchkey.session.1=b; latchkey.session.99=c",
    "latchkey.csrf=a.b.c.d.e; latchkey.attempt.=x; latchkey.attempt.__proto__=y",
    "__proto__=1; constructor=2; =3; ;;; \u00ff",
  ];
  const bodies = [
    "%",
    "csrfToken",
    "__proto__[x]=1",
    '{"__proto__":{"x":1}}',
    "null",
    "[",
    "\u0000\u00ff",
    "[".repeat(10_000),
  ];
  return [
    ...paths.map((path) => get(path)),
    ...hosts.map((host) =>
      toRequestText("GET", "/auth/signin", [`Host: ${host}`], "")
    ),
    "GET /auth/signin HTTP/1.0\r\n\r\n",
    get("/auth/signin", "Host: other"),
    ...cookies.flatMap((cookie) => [
      get("/auth/session", `Cookie: ${cookie}`),
      get("/", `Cookie: ${cookie}`),
      post("/auth/signout", "", form, `Cookie: ${cookie}`),
    ]),
    ...["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NONSENSE"].map(
      (method) =>
        toRequestText(method, "/auth/session", ["Host: localhost"], ""),
    ),
    ...bodies.flatMap((body) =>
      [form, json, "Content-Type: multipart/form-data", "Content-Type: ;"].map(
        (type) => post("/auth/signin", body, type),
      )
    ),
    post("/auth/signin", "x", form, "Content-Encoding: gzip"),
    post("/auth/signin", "x", form, "Content-Encoding: nonsense"),
    post("/auth/signin", "x", form, "Expect: nonsense"),
    post("/auth/session", "{}", json, "Origin: null", "Sec-Fetch-Site: \u00ff"),
    get("/auth/signin", `Accept: ${"text/html,".repeat(1000)}`),
    get("/auth/signin", "X-Forwarded-Host: a b", "X-Forwarded-Proto: \u0001"),
    "POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\nx",
    "POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /auth/signin HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "nonsense\r\n\r\n",
  ];
}

function toRequestText(
  method: string,
  path: string,
  lines: readonly string[],
  body: string,
): string {
  const length = body === "" ? [] : [`Content-Length: ${body.length}`];
  const head = [`${method} ${path} HTTP/1.1`, ...lines, ...length];
  return `${head.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`;
}

/**
 * Sends every bad request to a server. Each must be answered, or the connection
 * closed; 500 is allowed only as the status of the error page for unknown
 * errors.
 *
 * @param isLeftOut says which requests the framework itself cannot take
 */
export async function replayBadRequests(
  port: number,
  isLeftOut: (text: string) => boolean = () => false,
): Promise<void> {
  const unanswered: string[] = [];
  for (const text of listBadRequests()) {
    if (isLeftOut(text)) continue;
    const status = await sendText(port, text);
    const label = `${status}: ${text.slice(0, 200)}`;
    if (!text.includes("/auth/error")) assert.ok(status < 500, label);
    assert.notEqual(status, -1, label);
    if (status === 0) unanswered.push(label);
  }
  // Runtimes close connections that do not speak HTTP; all others get a
  // response.
  assert.ok(unanswered.length < 10, unanswered.join("\n"));
}

/**
 * Sends a text as it is and returns the status; 0 without a response, -1 if it
 * hangs.
 */
function sendText(port: number, text: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const finish = (status: number) => {
      resolve(status);
      socket.destroy();
    };
    socket.on("error", () => finish(0));
    socket.on("close", () => finish(0));
    socket.once("data", (chunk) => {
      finish(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1] ?? 0));
    });
    // Longer than any real response takes: a server that hangs is a failure.
    socket.setTimeout(10_000, () => finish(-1));
    socket.write(text, "latin1");
  });
}
