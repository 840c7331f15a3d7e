/**
 * For tests only: starts the provider of the package `oidc-provider`, and signs
 * in with its own pages.
 *
 * @module
 */

import { app } from "../../../testing/app_testkit.ts";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { type Browser, createBrowser, type Page } from "@latchkey/auth/testing";
import assert from "node:assert/strict";
import { once } from "node:events";
import {
  type AuthConfig,
  type AuthInstance,
  createAuth,
  createMemoryStore,
  type OIDCConfig,
  type RequireOptions,
} from "@latchkey/auth";
import { randomText } from "../../crypto/random.ts";

/** A request that the provider answered. */
export interface Answered {
  readonly host: string;
  readonly path: string;
  /** After the question mark; empty if there is none. */
  readonly query: string;
  readonly status: number;
}

/**
 * Runs something while the provider runs on this machine.
 *
 * @param toConfig returns its configuration
 */
export async function withOidcProvider(
  toConfig: (issuer: string) => object,
  run: (issuer: string, answered: Answered[]) => Promise<void>,
): Promise<void> {
  const answered: Answered[] = [];
  let handle = (..._: Parameters<ReturnType<Provider["callback"]>>) => {};
  const server = createServer((request, response) => {
    const [path = "", query = ""] = request.url?.split("?") ?? [];
    const { host = "" } = request.headers;
    response.on(
      "finish",
      () =>
        void answered.push({ host, path, query, status: response.statusCode }),
    );
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  try {
    handle = createHandler(issuer, toConfig(issuer));
    await run(issuer, answered);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function createHandler(issuer: string, config: object) {
  const { info, warn } = console;
  // Its notices are about use in production.
  Object.assign(console, { info: () => {}, warn: () => {} });
  try {
    const provider = new Provider(issuer, {
      claims: { openid: ["sub"], profile: ["name"], email: ["email"] },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, name: "Ada", email: `${sub}@example.com` }),
      }),
      ...config,
    });
    return provider.callback();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** Signs in as Ada with the provider's pages. */
export async function signInThere(browser: Browser): Promise<void> {
  let page = await browser.goto(`${app}/auth/signin`);
  page = await browser.submit(page);
  const fields = { login: "ada", password: "any" };
  while (!page.url.startsWith(app)) {
    const isLogin = page.text.includes('name="login"');
    page = await browser.submit(page, isLogin ? { fields } : {});
  }
}

/** The application, and the provider that its users sign in at. */
export interface Site {
  /** The origin of the application. */
  readonly app: string;
  readonly issuer: string;
  readonly auth: AuthInstance;
  /** The requests that the provider answered. */
  readonly answered: Answered[];
  /** The requests that the application received from a server. */
  readonly received: readonly Received[];
  /** The lines of the log, but those for debugging. */
  readonly log: readonly string[];
  readonly createBrowser: () => Browser;
}

/** A request that came from a server, and its answer. */
export interface Received {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** Options of {@link withSite}. */
export interface SiteOptions {
  /** The client's registration, as far as it differs. */
  readonly registration?: object;
  /** The provider's configuration, as far as it differs. */
  readonly provider?: object;
  readonly entry?: Partial<OIDCConfig>;
  readonly config?: Partial<AuthConfig>;
  /** The guards of pages, by path. */
  readonly guards?: Readonly<Record<string, RequireOptions>>;
}

/** Runs something while both servers run. */
export async function withSite(
  options: SiteOptions,
  run: (site: Site) => Promise<void>,
): Promise<void> {
  let answer = (_: Request) => Promise.resolve(new Response(null));
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const request = await toRequest(req);
    const { pathname: path } = new URL(request.url);
    const body = await request.clone().text();
    const { status, headers, body: stream } = await answer(request);
    received.push({ path, body, status });
    res.writeHead(status, [...headers].flat());
    for await (const chunk of stream ?? []) res.write(chunk);
    res.end();
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  // Another site than that of the provider, which is 127.0.0.1.
  const app = `http://localhost:${(server.address() as AddressInfo).port}`;
  try {
    await withOidcProvider(
      () => toProviderConfig(app, options),
      async (issuer, answered) => {
        const log: string[] = [];
        const auth = createAuth(toConfig({ app, issuer, log }, options));
        answer = (request) => respond(auth, request, options);
        // Node's fetch would write Sec-Fetch-Mode itself.
        const create = () =>
          createBrowser((request) =>
            request.url.startsWith(app)
              ? respond(auth, request, options)
              : fetch(request, { redirect: "manual" })
          );
        const seen = { answered, received, log, createBrowser: create };
        await run({ app, issuer, auth, ...seen });
      },
    );
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function toRequest(req: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const { method = "GET", url = "/" } = req;
  const headers = Object.entries(req.headersDistinct)
    .flatMap(([name, values = []]) => values.map((one) => [name, one]));
  return new Request(`http://${req.headers.host}${url}`, {
    method,
    headers: headers as [string, string][],
    body: method === "GET" || method === "HEAD" ? null : new Blob(chunks),
  });
}

/** The application: its auth routes, and pages that greet the user. */
async function respond(
  auth: AuthInstance,
  request: Request,
  { guards = {} }: SiteOptions,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/")) return await auth.handler(request);
  const guard = guards[pathname];
  if (guard === undefined) return new Response("the start page");
  const passed = await auth.require(request, guard);
  if (passed instanceof Response) return passed;
  const { session, headers } = passed;
  return new Response(`hello ${session.user?.email}`, { headers });
}

const SECRET = "the-secret-of-the-client";

function toConfig(
  { app, issuer, log }: { app: string; issuer: string; log: string[] },
  { entry, config }: SiteOptions,
): AuthConfig {
  const write = (...words: unknown[]) => void log.push(words.join(" "));
  return {
    providers: [{
      id: "op",
      name: "Staff",
      type: "oidc",
      issuer,
      clientId: "the-client",
      clientSecret: SECRET,
      ...entry,
    }],
    secret: randomText(32),
    origin: app,
    store: createMemoryStore(),
    logger: { error: write, warn: write, debug: () => {} },
    ...config,
  };
}

function toProviderConfig(
  app: string,
  { registration, provider }: SiteOptions,
): object {
  return {
    clients: [{
      client_id: "the-client",
      client_secret: SECRET,
      redirect_uris: [`${app}/auth/callback/op`],
      post_logout_redirect_uris: [`${app}/auth/signed-out`],
      backchannel_logout_uri: `${app}/auth/backchannel-logout/op`,
      backchannel_logout_session_required: true,
      require_auth_time: true,
      ...registration,
    }],
    features: {
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    // On Node, the package's own dispatcher refuses addresses of this machine.
    fetch: (url: string, init: RequestInit & { dispatcher?: unknown }) => {
      const { dispatcher: _, ...rest } = init;
      return fetch(url, rest);
    },
    ...provider,
  };
}

/**
 * Goes through the provider's pages, until the browser is back.
 *
 * @param login the name to sign in with, if the provider asks
 * @returns the page, and whether the provider asked for a name
 */
export async function passProvider(
  { issuer }: Site,
  browser: Browser,
  [start, login = "ada"]: readonly [Page, string?],
): Promise<{ page: Page; wasAsked: boolean }> {
  let page = start;
  let wasAsked = false;
  while (page.url.startsWith(issuer)) {
    assert.equal(page.status, 200, page.text);
    const isLogin = page.text.includes('name="login"');
    wasAsked ||= isLogin;
    const fields = isLogin ? { login, password: "any" } : {};
    page = await browser.submit(page, { fields });
  }
  return { page, wasAsked };
}

/** Signs a new browser in. */
export async function createSignedIn(
  site: Site,
  login = "ada",
): Promise<Browser> {
  const browser = site.createBrowser();
  const page = await browser.goto(`${site.app}/auth/signin`);
  const left = await browser.submit(page);
  await passProvider(site, browser, [left, login]);
  assert.equal(await readEmail(site, browser), `${login}@example.com`);
  return browser;
}

/** Reads the address of the signed-in user; null: there is none. */
export async function readEmail(
  { app }: Site,
  browser: Browser,
): Promise<string | null> {
  const answer = await browser.fetch(`${app}/auth/session`);
  const session = await answer.json();
  return session?.user?.email ?? null;
}

/** Removes the cookies of the application, with its session. */
export function forgetSession({ app }: Site, browser: Browser): void {
  for (const { name } of browser.cookies(app)) browser.deleteCookie(app, name);
}

/** The button "Yes, sign me out" of the provider's page. */
export const yes = { fields: { logout: "yes" } };
