/**
 * A site that keeps its address and port
 * while applications are exchanged behind it, and its visitors' browsers.
 */

import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { sendRaw } from "../../server/express_testkit.ts";

/** A site behind a proxy that ends TLS, if its origin has it. */
export interface Site {
  readonly origin: string;
  /**
   * Stops what was running, and starts these applications on the same ports.
   * Requests go to each in turn.
   */
  run(...applications: readonly unknown[]): Promise<void>;
  /** Sends all requests to one of the applications; null: to each in turn. */
  pin(index: number | null): void;
  /** A new browser, which also reaches the provider. */
  createBrowser(): Browser;
  stop(): Promise<void>;
}

/** Creates a site, whose providers are in this process. */
export function createSite(
  origin: string,
  providers: readonly FaultProvider[] = [],
): Site {
  let servers: readonly Server[] = [];
  const ports: number[] = [];
  let pinned: number | null = null;
  let turn = 0;
  const stop = async () => {
    await Promise.all(servers.map(close));
    servers = [];
  };
  const toPort = () => ports[pinned ?? turn++ % servers.length] ?? 0;
  return {
    origin,
    run: async (...applications) => {
      await stop();
      servers = await Promise.all(
        applications.map((one, i) =>
          listen(one as RequestListener, ports[i] ?? 0)
        ),
      );
      ports.splice(0, servers.length, ...servers.map(readPort));
      pinned = null;
    },
    pin: (index) => void (pinned = index),
    createBrowser: () =>
      createBrowser(async (request) => {
        const own = request.url.startsWith(`${origin}/`);
        if (own) return await forward(request, toPort());
        const op = providers.find((one) =>
          request.url.startsWith(`${one.origin}/`)
        );
        return await (op?.handler ?? send)(request);
      }),
    stop,
  };
}

/** Passes a request on as a proxy does. */
async function forward(request: Request, port: number): Promise<Response> {
  const { host, protocol, pathname, search } = new URL(request.url);
  const headers = {
    ...Object.fromEntries(request.headers),
    host,
    "x-forwarded-proto": protocol.slice(0, -1),
    // The next application has the same port, and none of the connections.
    connection: "close",
  };
  const body = new Uint8Array(await request.arrayBuffer());
  const url = `http://127.0.0.1:${port}${pathname}${search}`;
  return await sendRaw(url, request.method, headers, body);
}

async function send(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  return await sendRaw(request.url, request.method, headers, body);
}

async function listen(
  application: RequestListener,
  port: number,
): Promise<Server> {
  const server = createServer(application);
  // A test that fails before it stops its site must not keep the process alive.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function readPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Reads the id of the current user, as text; null: a stranger. */
export async function readId(
  browser: Browser,
  { origin }: Pick<Site, "origin">,
): Promise<string | null> {
  const response = await browser.fetch(`${origin}/me`);
  assert.equal(response.status, 200);
  const id: unknown = await response.json();
  return id === null ? null : String(id);
}

/** Presses the button of the sign-out page. */
export async function signOut(
  browser: Browser,
  { origin }: Pick<Site, "origin">,
  base = "/auth",
): Promise<void> {
  const page = await browser.goto(`${origin}${base}/signout`);
  await browser.submit(page, { action: `${base}/signout` });
}

/** The names of the cookies that may be a session. */
export function listSessionCookies(
  browser: Browser,
  { origin }: Pick<Site, "origin">,
): string[] {
  return browser.cookies(origin).map(({ name }) => name)
    .filter((name) => name.includes("session")).sort();
}

/** A browser that has some of the cookies of another one. */
export function copyCookies(
  site: Site,
  browser: Browser,
  isWanted: (name: string) => boolean = () => true,
): Browser {
  const copy = browser.clone();
  for (const { name } of browser.cookies(site.origin)) {
    if (!isWanted(name)) copy.deleteCookie(site.origin, name);
  }
  return copy;
}
