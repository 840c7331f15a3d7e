/**
 * For tests only: two deployments with one secret. One is registered at the
 * provider and forwards callbacks to the other.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, type AuthConfig, type OIDCConfig } from "@latchkey/auth";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
  type FaultProviderOptions,
  type Page,
} from "@latchkey/auth/testing";
import {
  createQuickProvider,
  start as startAt,
} from "../../testing/app_testkit.ts";

/** The deployment that is registered at the provider. */
export const stable = "https://stable.example";
/** A deployment that is not registered. */
export const preview = "https://pr-7.example";
/** The URL of the auth routes of the first one. */
export const proxyUrl = `${stable}/auth`;

/** The options of the two deployments. */
export interface PairOptions {
  /** Configuration for both. */
  both?: Partial<AuthConfig>;
  stable?: Partial<AuthConfig>;
  preview?: Partial<AuthConfig>;
  entry?: Partial<OIDCConfig>;
  op?: FaultProviderOptions;
  /** Other origins at which the preview is reachable, too. */
  aliases?: readonly string[];
}

/** Two deployments, their provider, and one browser. */
export interface Pair {
  readonly op: FaultProvider;
  readonly browser: Browser;
  /** The responses of the two, oldest first. */
  readonly answers: {
    url: URL;
    status: number;
    cookies: string[];
    headers: Headers;
  }[];
  readonly log: string[];
}

/** Creates the two deployments, their provider and a browser. */
export async function createPair(options: PairOptions = {}): Promise<Pair> {
  const op = await createQuickProvider(options.op);
  const secret = `the shared secret ${crypto.randomUUID()}`;
  const answers: Pair["answers"] = [];
  const log: string[] = [];
  const toSite = (origin: string, own: Partial<AuthConfig> = {}) => {
    return async (request: Request): Promise<Response> => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith("/auth/")) return new Response("a page");
      const response = await Auth(request, {
        secret,
        origin,
        redirectProxyUrl: proxyUrl,
        debug: true,
        logger: {
          error: (error) => void log.push(String(error)),
          warn: (code, message) => void log.push(`${code}: ${message}`),
          debug: (message) => void log.push(message),
        },
        ...options.both,
        ...own,
        providers: [op.provider(options.entry)],
      });
      const { status, headers } = response;
      answers.push({ url, status, cookies: headers.getSetCookie(), headers });
      return response;
    };
  };
  const previews = toSite(preview, options.preview);
  const browser = createBrowser({
    [stable]: toSite(stable, {
      redirectProxyOrigins: [preview],
      ...options.stable,
    }),
    [preview]: previews,
    ...Object.fromEntries(
      options.aliases?.map((origin) => [origin, previews]) ?? [],
    ),
    [op.origin]: op.handler,
  });
  return { op, browser, answers, log };
}

/** Presses a deployment's button; returns the URL that it redirects to. */
export async function start(
  { browser }: Pair,
  origin = preview,
  target = "/after",
): Promise<URL> {
  const base = `${origin}/auth`;
  return new URL(await startAt(browser, { base, target }));
}

/** Goes to the provider, and stops before the callback. */
export async function authorize(
  { browser }: Pair,
  url: URL,
  from = preview,
): Promise<URL> {
  const page = await browser.goto(url.href, {
    from: `${from}/`,
    stopAt: (next) => next.includes("/auth/callback/"),
  });
  assert.ok(page.pending, page.text);
  return new URL(page.pending);
}

/** Lets the provider send the browser back. */
export function arrive(
  { browser, op }: Pair,
  callback: URL | string,
): Promise<Page> {
  return browser.goto(String(callback), { from: op.origin });
}

/** Signs in by way of the provider. */
export async function signIn(pair: Pair, origin = preview): Promise<Page> {
  const url = await start(pair, origin);
  return await arrive(pair, await authorize(pair, url, origin));
}

/** Whether a deployment has a session for the browser. */
export async function isSignedIn(
  { browser }: Pair,
  origin: string,
): Promise<boolean> {
  return await (await browser.fetch(`${origin}/auth/session`)).json() !== null;
}

/** Asserts that there is no session on either, and that no code was redeemed. */
export async function assertNobody(pair: Pair): Promise<void> {
  assert.equal(await isSignedIn(pair, preview), false);
  assert.equal(await isSignedIn(pair, stable), false);
  assert.equal(pair.op.count("token"), 0);
}
