/**
 * Two tenants' hosts in one process, behind each of the integrations: Express,
 * Request and Response, Qwik City.
 */

import assert from "node:assert/strict";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { ServerAuth, type ServerRequest } from "@latchkey/auth/server";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import express from "express";
import { randomText } from "../core/crypto/random.ts";
import {
  type Answer,
  createLogger,
  readSetCookies,
  toAnswer,
} from "../testing/checks_testkit.ts";
import { sendRaw, serve } from "../server/express_testkit.ts";
import { createQwikApp, page } from "./qwik_testkit.ts";
import { createQuickProvider } from "../testing/app_testkit.ts";

/** The tenants' hosts. */
export const hosts = ["a.example.com", "b.example.com"] as const;
/** The host of one tenant. */
export type Host = typeof hosts[number];
export const S = "__Host-latchkey.session";

/** The way the configuration is passed. */
export type Way = "function of the request" | "fixed";
/** Returns the configuration of a host; `null` if the host is unknown. */
export type Make = (host: string | null) => AuthConfig;
type Fetch = (request: Request) => Promise<Response>;

/** Serves while a test runs: the auth routes, and `/me` with the session. */
type Integration = (
  make: Make,
  way: Way,
  run: (fetch: Fetch) => Promise<void>,
) => Promise<void>;

const withExpress: Integration = async (make, way, run) => {
  const auth = ServerAuth(
    way === "fixed"
      ? make(null)
      : (req: ServerRequest) => make(`${req.headers.host}`),
  );
  const site = express();
  site.set("trust proxy", true);
  site.use("/auth", auth);
  site.get("/me", async (req, res) => {
    res.json(await auth.getSession(req));
  });
  await serve(site, (local) =>
    run(async (request) => {
      const { host, pathname, search } = new URL(request.url);
      const headers = {
        ...Object.fromEntries(request.headers),
        host,
        "x-forwarded-proto": "https",
      };
      const body = new Uint8Array(await request.arrayBuffer());
      const url = local + pathname + search;
      return await sendRaw(url, request.method, headers, body);
    }));
};

const withRequest: Integration = async (make, way, run) => {
  const auth = createAuth(
    way === "fixed"
      ? make(null)
      : (request: Request) => make(new URL(request.url).host),
  );
  await run(async (request) => {
    if (new URL(request.url).pathname !== "/me") {
      return await auth.handler(request);
    }
    const { session, headers } = await auth.session(request);
    return Response.json(session, { headers });
  });
};

const withQwik: Integration = async (make, way, run) => {
  const me = page({
    // deno-lint-ignore no-explicit-any -- Qwik's own event
    onGet: (ev: any) => ev.json(200, ev.sharedMap.get("session")),
  });
  const fixed = way === "fixed" ? make(null) : null;
  const { fetch } = await createQwikApp({
    routes: { "/me": [me] },
    source: fixed === null
      ? (ev) => make(new URL(ev.request.url).host)
      : () => fixed,
  });
  await run(fetch);
};

export const integrations: Readonly<Record<string, Integration>> = {
  "Express": withExpress,
  "Request and Response": withRequest,
  "Qwik City": withQwik,
};

/** Two hosts, each with a provider under the same id. */
export interface Tenants {
  readonly secret: string;
  readonly ops: Readonly<Record<Host, FaultProvider>>;
  readonly lines: string[];
  readonly fetch: Fetch;
  readonly createBrowser: () => Browser;
}

export interface TenantsOptions {
  readonly way?: Way;
  /** Options that every configuration gets. */
  readonly config?: Partial<AuthConfig>;
  /** Changes a configuration. */
  readonly change?: (config: AuthConfig, op: FaultProvider) => void;
}

/** Serves two tenants while a test runs. */
export async function withTenants(
  integration: Integration,
  { way = "function of the request", config = {}, change = () => {} }:
    TenantsOptions,
  run: (tenants: Tenants) => Promise<void>,
): Promise<void> {
  const [a, b] = [await createQuickProvider(), await createQuickProvider()];
  b.user = { ...b.user, email: "eve@example.com", name: "Eve" };
  const ops = { "a.example.com": a, "b.example.com": b };
  const secret = `a secret of tenants ${randomText(32)}`;
  const lines: string[] = [];
  const make: Make = (host) => {
    const op = host === hosts[1] ? b : a;
    const made: AuthConfig = {
      secret,
      trustHost: hosts,
      providers: [op.provider({ id: "op" })],
      logger: createLogger(lines),
      ...config,
    };
    change(made, op);
    return made;
  };
  await integration(make, way, async (fetch) => {
    const browse = () =>
      createBrowser(async (request) => {
        const { origin } = new URL(request.url);
        const op = [a, b].find((one) => one.origin === origin);
        return await (op === undefined ? fetch(request) : op.handler(request));
      });
    await run({ secret, ops, lines, fetch, createBrowser: browse });
  });
}

/**
 * Signs in at a host through its pages; returns the value of the session
 * cookie.
 */
export async function signInAt(
  browser: Browser,
  host: string,
  name = S,
): Promise<string> {
  const origin = `https://${host}`;
  await browser.submit(await browser.goto(`${origin}/auth/signin`));
  const cookie = browser.cookies(origin).find((one) => one.name === name);
  return cookie?.value ?? assert.fail("not signed in");
}

/**
 * Returns the sessions that the auth route and a page report for these cookies.
 */
export async function askBoth(
  { fetch }: Pick<Tenants, "fetch">,
  host: string,
  cookie: string,
): Promise<(Answer & { readonly name: string | null })[]> {
  const answers = [];
  for (const path of ["/auth/session", "/me"]) {
    const request = new Request(`https://${host}${path}`, {
      headers: { cookie },
    });
    const answer = await toAnswer(await fetch(request));
    const session = JSON.parse(answer.text);
    answers.push({ ...answer, name: session?.user?.name ?? null });
  }
  return answers;
}

/** Whether a response clears a cookie. */
export function clears({ headers }: Answer, name: string): boolean {
  return readSetCookies(headers)
    .some((one) => one.name === name && one.deletes);
}
