/**
 * For tests only: a site that keeps its address while applications are exchanged
 * behind its proxy, and its visitors' browsers.
 *
 * @module
 */

import type { RequestListener } from "node:http";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { forward, sendRaw } from "../../server/express_testkit.ts";
import { openSite, type Site } from "../site_testkit.ts";

/** A site behind a proxy that ends TLS, if its origin has it. */
export interface ProxiedSite extends Pick<Site, "origin" | "stop"> {
  /**
   * Stops what was running, and starts these applications in its place.
   * Requests go to each in turn.
   */
  run(...applications: readonly unknown[]): Promise<void>;
  /** Sends all requests to one of the applications; null: to each in turn. */
  pin(index: number | null): void;
  /** A new browser, which also reaches the provider. */
  createBrowser(): Browser;
}

/** Creates a site, whose providers are in this process. */
export function createSite(
  origin: string,
  providers: readonly FaultProvider[] = [],
): ProxiedSite {
  const sites: Site[] = [];
  let running = 0;
  let pinned: number | null = null;
  let turn = 0;
  const pick = () => sites[pinned ?? turn++ % running]?.origin ?? "";
  return {
    origin,
    run: async (...applications) => {
      while (sites.length < applications.length) sites.push(await openSite());
      for (const [i, one] of applications.entries()) {
        sites[i]?.run(one as RequestListener);
      }
      running = applications.length;
      pinned = null;
    },
    pin: (index) => void (pinned = index),
    createBrowser: () =>
      createBrowser(async (request) => {
        const isOwn = request.url.startsWith(`${origin}/`);
        if (isOwn) return await forwardTo(pick(), request);
        const op = providers.find((one) =>
          request.url.startsWith(`${one.origin}/`)
        );
        return await (op?.handler ?? forward)(request);
      }),
    stop: async () => {
      await Promise.all(sites.splice(0).map((one) => one.stop()));
    },
  };
}

/** Passes a request on as a proxy does. */
async function forwardTo(server: string, request: Request): Promise<Response> {
  const { host, protocol, pathname, search } = new URL(request.url);
  const headers = {
    ...Object.fromEntries(request.headers),
    host,
    "x-forwarded-proto": protocol.slice(0, -1),
    connection: "close",
  };
  const body = new Uint8Array(await request.arrayBuffer());
  const url = `${server}${pathname}${search}`;
  return await sendRaw(url, request.method, headers, body);
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
  site: Pick<Site, "origin">,
  browser: Browser,
  isWanted: (name: string) => boolean = () => true,
): Browser {
  const copy = browser.clone();
  for (const { name } of browser.cookies(site.origin)) {
    if (!isWanted(name)) copy.deleteCookie(site.origin, name);
  }
  return copy;
}
