/**
 * Shared by the tests of back-channel logout: sites of each kind of storage,
 * and a provider that sends logout tokens.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Adapter, type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, FaultProvider } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
} from "../../accounts/users_testkit.ts";
import { type Answer, toAnswer } from "../../../testing/checks_testkit.ts";
import {
  type App,
  arrive,
  authorize,
  readSession,
  site,
  start,
  toRequest,
} from "../../../testing/app_testkit.ts";

/** An adapter that keeps details, but cannot remove all sessions of a user. */
function createKeepingAdapter(): Adapter {
  const { deleteSessionsByUserId: _, ...adapter } = createMemoryAdapter();
  return adapter;
}

/** The kinds of storage of sessions. */
export const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "jwt": () => ({ adapter: undefined }),
  "database": () => ({ adapter: createMemoryAdapter() }),
  "database without deletion": () => ({ adapter: createKeepingAdapter() }),
  "database with a published adapter": () => ({
    adapter: createPlainAdapter(createTables()),
  }),
};

/** Signs in as a user of the provider, in one of its sessions. */
export async function enter(
  flow: App,
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

/** Reads a session with the site's own code, and returns the changed cookies. */
export async function readOnPage(flow: App, browser: Browser) {
  const auth = createAuth(flow.makeConfig());
  const { session, headers } = await auth.session(toRequest(browser, "/page"));
  return { session, cookies: headers.getSetCookie() };
}

/** Makes the request of a provider that delivers a logout token. */
export function toDelivery(token: string, id = "op"): Request {
  return new Request(`${site}/auth/backchannel-logout/${id}`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }),
  });
}

/** Sends a request, and checks what holds for each answer. */
export async function send(flow: App, request: Request): Promise<Answer> {
  const answer = await toAnswer(await flow.handler(request));
  const { headers } = answer;
  assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
  assert.deepEqual(headers.getSetCookie(), []);
  return answer;
}

/** Delivers a logout token. */
export async function deliver(
  flow: App,
  token: string,
  id?: string,
): Promise<Answer> {
  return await send(flow, toDelivery(token, id));
}
