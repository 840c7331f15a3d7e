/**
 * For tests only: an origin at which applications are exchanged while the
 * browsers of its visitors keep their cookies, and an application with this
 * library.
 *
 * @module
 */

import "../core/runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { createMemoryStore } from "@latchkey/auth";
import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
import type { Browser } from "@latchkey/auth/testing";
import { randomText } from "../core/crypto/random.ts";

/** One port of this machine, at which one application at a time answers. */
export interface Site {
  readonly origin: string;
  /** Stops the application that runs, and starts another one in its place. */
  run(app: RequestListener): void;
  stop(): Promise<void>;
}

/** Listens on a free port; nothing runs there yet. */
export async function openSite(): Promise<Site> {
  let app: RequestListener = (_, response) => void response.end();
  const server = createServer((...args) => app(...args));
  // A test that fails before it stops its site must not keep the process alive.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    run: (next) => {
      server.closeIdleConnections();
      app = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Creates an application with this library, whose sessions go on. `GET /me`
 * answers with the user's id or null, and `GET /sid` with the session's id.
 */
export function createMovedApp(
  { session, ...config }: Partial<ServerAuthConfig>,
): RequestListener {
  const auth = ServerAuth({
    providers: [],
    secret: randomText(32),
    trustHost: true,
    store: createMemoryStore(),
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    session: {
      acceptUntil: new Date(Date.now() + 30 * 86_400_000),
      ...session,
    },
    callbacks: {
      session: ({ session, token }) => ({ ...session, sid: token?.sid }),
    },
    ...config,
  });
  const app = express();
  app.use("/auth", auth);
  app.use(auth.session);
  app.get("/me", (_, res) => {
    res.json(res.locals.session?.user?.id ?? null);
  });
  app.get("/sid", (_, res) => {
    const { sid = null } = (res.locals.session ?? {}) as { sid?: unknown };
    res.json(sid);
  });
  return app;
}

/** Asks an application of the site who is signed in; returns the id as text. */
export async function readMe(
  browser: Browser,
  { origin }: Pick<Site, "origin">,
): Promise<string | null> {
  const response = await browser.fetch(`${origin}/me`);
  assert.equal(response.status, 200);
  const id: unknown = await response.json();
  return id === null ? null : String(id);
}
