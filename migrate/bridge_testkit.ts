/**
 * For tests only: an application with the library, and a browser that still has
 * the cookies of another one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import type { AuthConfig, Session } from "@latchkey/auth/types";
import { randomText } from "../core/crypto/random.ts";
import { app, cookieName } from "../testing/app_testkit.ts";
import { createLogger, readSetCookies } from "../testing/checks_testkit.ts";

/** The moment at which the test vectors were made. */
export const NOW = Date.UTC(2026, 10, 22, 6);
/** The name of the library's session cookie. */
export const OWN = cookieName.session;

/** An application under test. */
export interface Moved {
  readonly config: AuthConfig;
  /** Every log line, at every level. */
  readonly lines: string[];
  /** Creates a browser that has these cookies. */
  createBrowser(cookies?: Readonly<Record<string, string>>): OldBrowser;
}

/** A browser that keeps cookies, and says what responses did with them. */
export interface OldBrowser {
  readonly cookies: Map<string, string>;
  /** Sends a request; the answer's cookies are kept. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Reads the session as scripts of the page do. */
  read(): Promise<Session | null>;
  /** Presses the button of the sign-out page. */
  signOut(): Promise<Response>;
}

/** Creates an application that accepts sessions of another library. */
export function createMoved(
  session: NonNullable<AuthConfig["session"]>,
  more: Partial<AuthConfig> = {},
): Moved {
  const lines: string[] = [];
  const config: AuthConfig = {
    providers: [],
    // A secret of its own, because lines are logged once per configuration.
    secret: randomText(32),
    trustHost: true,
    store: createMemoryStore(),
    logger: createLogger(lines),
    debug: true,
    ...more,
    session: { acceptUntil: "2027-02-01", ...session },
  };
  const auth = createAuth(config);
  return {
    config,
    lines,
    createBrowser: (cookies = {}) => createOldBrowser(auth.handler, cookies),
  };
}

function createOldBrowser(
  handler: (request: Request) => Promise<Response>,
  sent: Readonly<Record<string, string>>,
): OldBrowser {
  const cookies = new Map(Object.entries(sent));
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const all = [...cookies].map(([name, value]) => `${name}=${value}`);
    if (all.length > 0) headers.set("cookie", all.join("; "));
    const request = new Request(app + path, { ...init, headers });
    const response = await handler(request);
    for (const { name, value, deletes } of readSetCookies(response.headers)) {
      if (deletes) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    send,
    read: async () => await (await send("/auth/session")).json(),
    signOut: async () => {
      const { csrfToken } = await (await send("/auth/csrf")).json();
      return await send("/auth/signout", {
        method: "POST",
        body: new URLSearchParams({ csrfToken }),
        headers: { origin: app },
      });
    },
  };
}

/** Asserts that cookies give nobody, leave the browser's cookies alone, and are told of once. */
export async function assertNotAccepted(
  moved: Moved,
  cookies: Readonly<Record<string, string>>,
): Promise<void> {
  const browser = moved.createBrowser(cookies);
  assert.equal(await browser.read(), null);
  assert.equal(await browser.read(), null);
  assert.deepEqual(Object.fromEntries(browser.cookies), cookies);
  const told = moved.lines.filter((line) =>
    /session-accept|was not accepted/.test(line)
  );
  assert.equal(told.length, 1, told.join("\n"));
  for (const value of Object.values(cookies)) {
    assert.ok(!moved.lines.some((line) => line.includes(value)));
  }
  moved.lines.length = 0;
}
