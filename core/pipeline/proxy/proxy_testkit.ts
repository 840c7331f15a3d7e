/**
 * For tests only: an API on a real server, which takes the provider's tokens,
 * and a site whose user is signed in.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AuthConfig,
  createAuth,
  createMemoryStore,
  customFetch,
} from "@latchkey/auth";
import { createBrowser, type FaultProvider } from "@latchkey/auth/testing";
import type { ProxyOptions } from "@latchkey/auth/types";
import { assertNoToken, rejections } from "../../../testing/checks_testkit.ts";
import { app, createApp } from "../../../testing/app_testkit.ts";

/** A request that the API received. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers a request; the body has been read. */
export type Answer = (
  res: ServerResponse,
  received: Received,
  req: IncomingMessage,
) => unknown;

/** An API on a free port of this machine. */
export interface Api {
  readonly origin: string;
  readonly received: Received[];
  /** The answers in turn; afterwards, every answer is `{"fine":true}`. */
  readonly answers: Answer[];
  /** Gets requests before their bodies are read, if it is set. */
  early: ((req: IncomingMessage, res: ServerResponse) => unknown) | null;
  /** The connections to the API that are open. */
  readonly sockets: () => Promise<number>;
}

/** A site whose user is signed in. */
export interface ProxySite {
  readonly op: FaultProvider;
  readonly api: Api;
  readonly config: AuthConfig;
  /** Every log line, at every level. */
  readonly lines: string[];
  /** Signs a user in at an origin, and returns the Cookie header. */
  readonly signIn: (origin?: string) => Promise<string>;
  /** Options of a proxy to `/v1` of the API. */
  readonly toOptions: (more?: Partial<ProxyOptions>) => ProxyOptions;
}

/** Answers with JSON. */
export function json(value: unknown, status = 200): Answer {
  return (res) => {
    res.writeHead(status, { "content-type": "application/json" });
    res.end(JSON.stringify(value));
  };
}

/** Runs a test with an API and a site, and fails on unhandled errors. */
export async function withSite(
  run: (site: ProxySite) => Promise<void>,
  more: Partial<AuthConfig> = {},
): Promise<void> {
  const api = createApi();
  const server = createServer((req, res) => void api.handle(req, res));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const sockets = () =>
    new Promise<number>((done, fail) =>
      server.getConnections((error, count) => error ? fail(error) : done(count))
    );
  const origin = `http://127.0.0.1:${port}`;
  try {
    await run(await createSite(Object.assign(api, { origin, sockets }), more));
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    assert.deepEqual(rejections, []);
  }
}

function createApi() {
  const api = {
    received: [] as Received[],
    answers: [] as Answer[],
    early: null as Api["early"],
    handle: async (req: IncomingMessage, res: ServerResponse) => {
      if (api.early !== null) return api.early(req, res);
      let body = "";
      try {
        for await (const chunk of req.setEncoding("utf8")) body += chunk;
      } catch {
        // The proxy has broken the request off.
        return;
      }
      const { method = "", url = "", headers } = req;
      const received = { method, url, headers, body };
      api.received.push(received);
      const answer = api.answers.shift() ?? json({ fine: true });
      await answer(res, received, req);
    },
  };
  return api;
}

async function createSite(
  api: Api,
  more: Partial<AuthConfig>,
): Promise<ProxySite> {
  const toFetch = (op: FaultProvider): typeof fetch => async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(`${op.origin}/`)
      ? await op.handler(new Request(input, init))
      : await fetch(input, init);
  };
  const { op, config, lines } = await createApp({
    toEntry: (op) => ({ ...op.provider(), [customFetch]: toFetch(op) }),
    config: {
      store: createMemoryStore(),
      tokens: { providers: ["op"] },
      ...more,
    },
  });
  const signIn = async (origin = app) => {
    const { handler } = createAuth(config);
    const browser = createBrowser({
      [origin]: handler,
      [op.origin]: op.handler,
    });
    const { basePath = "/auth" } = config;
    await browser.submit(await browser.goto(`${origin}${basePath}/signin`));
    op.clearRequests();
    return browser.cookieHeader(`${origin}/`);
  };
  const toOptions = (own: Partial<ProxyOptions> = {}) => ({
    provider: "op",
    target: `${api.origin}/v1`,
    ...own,
  });
  return { op, api, config, lines, signIn, toOptions };
}

/** Headers of a request that a page's script sends. */
export const fromPage = {
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
} as const;

/** The proxy of a site with `Request` and `Response`. */
export interface WebProxy {
  readonly cookie: string;
  /** Sends a request of a page. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a request with these headers only, and the user's cookies. */
  readonly askBare: (
    path: string,
    headers: Record<string, string>,
    init?: RequestInit,
  ) => Promise<Response>;
}

/** Creates a proxy at `/api`, and signs its user in. */
export async function createWebProxy(
  { config, signIn, toOptions }: ProxySite,
  more: Partial<ProxyOptions> = {},
): Promise<WebProxy> {
  const proxy = createAuth(config).proxy(
    toOptions({ prefix: "/api", ...more }),
  );
  const cookie = await signIn();
  const send = (path: string, headers: Headers, init: RequestInit) =>
    proxy(new Request(app + path, { ...init, headers }));
  return {
    cookie,
    ask: (path, init = {}) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries({ ...fromPage, cookie })) {
        if (!headers.has(name)) headers.set(name, value);
      }
      return send(path, headers, init);
    },
    askBare: (path, headers, init = {}) =>
      send(path, new Headers({ cookie, ...headers }), init),
  };
}

/** Asserts that a request was refused, and that nothing leaks. */
export async function assertRefusal(
  { lines }: Pick<ProxySite, "lines">,
  response: Response,
  [status, error, code = null]: readonly [number, string, (string | null)?],
): Promise<Record<string, unknown>> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  const body = JSON.parse(text);
  assert.equal(body.error, error);
  assert.equal(body.code, code);
  assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assertNoToken(text, ...lines, [...response.headers].join());
  assert.deepEqual(rejections, []);
  return body;
}
