/**
 * One Express application with the ways in which this library protects a route,
 * and the floor of each.
 *
 * @module
 */

import type { Session } from "@latchkey/auth";
import { ServerAuth } from "@latchkey/auth/server";
import type { Express, Handler, Response } from "./express.ts";
import { createLatchkey, toProviders } from "./latchkey.ts";
import { readSketch, sessionHeaders } from "./session_sketch.ts";
import { origin, secret, type Subject, toPerson, toUser } from "./subject.ts";

/** The paths of the application; each answers with the user. */
export const guardPaths = {
  bare: "/bare",
  sketch: "/sketch",
  guard: "/guard",
  middleware: "/middleware",
  getSession: "/get-session",
  endpointFloor: "/floor/session",
  endpoint: "/auth/session",
} as const;

/** Sends the user that a middleware found, in each route alike. */
const sendUser: Handler = (_req, res) =>
  res.json({ user: toLocals(res).session?.user });

function toLocals(res: Response): { session?: Session | null } {
  return (res as unknown as { locals: { session?: Session | null } }).locals;
}

/** This library in Express, and the floors beside it. */
export function createGuards(): Subject {
  const auth = ServerAuth({ origin, secret, providers: toProviders(1) });
  return {
    cookies: createLatchkey().cookies,
    read: () => Promise.resolve(toPerson(null)),
    mount: (app) => {
      const user = toUser(0);
      app.get(guardPaths.bare, (_req, res) => res.json({ user }));
      mountSketches(app);
      app.get(guardPaths.guard, auth.require() as Handler, sendUser);
      app.get(guardPaths.middleware, auth.session as Handler, sendUser);
      app.get(guardPaths.getSession, async (req, res) => {
        const session = await auth.getSession(req);
        res.json({ user: session?.user });
      });
      app.use("/auth", auth as Handler);
    },
  };
}

function mountSketches(app: Express): void {
  const guard: Handler = (req, res, next) => {
    toLocals(res).session = readSketch(req.headers.cookie);
    next();
  };
  app.get(guardPaths.sketch, guard, sendUser);
  app.get(guardPaths.endpointFloor, (req, res) => {
    const text = JSON.stringify(readSketch(req.headers.cookie));
    for (const [name, value] of sessionHeaders) res.setHeader(name, value);
    res.setHeader("content-type", "application/json; charset=utf-8");
    res.end(text);
  });
}
