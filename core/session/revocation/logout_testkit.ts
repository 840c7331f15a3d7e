/**
 * Shared by the tests of back-channel logout: sites of each kind of storage,
 * and a provider that sends logout tokens.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Adapter, AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type Browser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
} from "../../accounts/users_testkit.ts";
import { createLogger } from "../session_testkit.ts";
import {
  arrive,
  authorize,
  createFlow,
  type Flow,
  readSession,
  site,
  start,
} from "../../pipeline/flow_testkit.ts";

/** An adapter that keeps details, but cannot remove all sessions of a user. */
function createKeepingAdapter(): Adapter {
  const { deleteSessionsByUserId: _, ...adapter } = createMemoryAdapter();
  return adapter;
}

/** The kinds of storage of sessions. */
export const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "jwt": () => ({}),
  "database": () => ({ adapter: createMemoryAdapter() }),
  "database without deletion": () => ({ adapter: createKeepingAdapter() }),
  "database with a published adapter": () => ({
    adapter: createPlainAdapter(createTables()),
  }),
};

/** The body of a logout token's delivery. */
export interface Delivery {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Creates a site of some kind, whose provider gives each sign-in a `sid`. */
export async function createLogoutSite(
  config: Partial<AuthConfig> = {},
): Promise<Flow> {
  return await createFlow({ config });
}

/** Signs in as a user of the provider, in one of its sessions. */
export async function enter(
  flow: Flow,
  { id = "op", sub, sid, op = flow.op }: {
    readonly sub: string;
    readonly sid?: string;
    readonly id?: string;
    readonly op?: FaultProvider;
  },
): Promise<Browser> {
  const browser = flow.createBrowser();
  op.user = { sub, name: sub, email: `${sub}@example.com` };
  if (sid !== undefined) op.user.sid = sid;
  const callback = await authorize(browser, await start(browser, { id }));
  const page = await arrive(browser, callback);
  assert.ok(await isSignedIn(browser), page.url);
  return browser;
}

/** Whether a browser has a session. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return await readSession(browser) !== null;
}

/** Makes the request of a provider that delivers a logout token. */
export function toDelivery(token: string, id = "op"): Request {
  return new Request(`${site}/auth/backchannel-logout/${id}`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }),
  });
}

/** Sends a request, and checks what holds for each answer. */
export async function send(flow: Flow, request: Request): Promise<Delivery> {
  const response = await flow.handler(request);
  const { status, headers } = response;
  assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
  assert.deepEqual(headers.getSetCookie(), []);
  return { status, headers, text: await response.text() };
}

/** Delivers a logout token. */
export async function deliver(
  flow: Flow,
  token: string,
  id?: string,
): Promise<Delivery> {
  return await send(flow, toDelivery(token, id));
}

export { createFaultProvider, createLogger };
