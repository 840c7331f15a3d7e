// @ts-types="npm:@types/express@^5.0.0"
import express, { type Router } from "express";
import type { SessionInfo } from "@latchkey/auth/server";
import { auth } from "./auth.ts";
import { readContext, send } from "./page.ts";
import { sessionsPage } from "./sessions_view.ts";

/** "Your sessions": a list with buttons to end them. */
export function sessionsRouter(): Router {
  const router = express.Router();
  router.use(auth.require({ csrf: true }));
  router.get("/", async (req, res) => {
    const sessions = await auth.listSessions(req);
    send(res, sessionsPage(await readContext(req, res), sessions));
  });
  router.post("/end", express.urlencoded(), async (req, res) => {
    // Only the current user's own sessions: the form's id is not trusted.
    const own = await auth.listSessions(req);
    for (const { id } of choose(own, req.body?.id)) {
      await auth.revoke({ session: id });
    }
    res.redirect(303, "/sessions");
  });
  return router;
}

function choose(own: readonly SessionInfo[], id: unknown): SessionInfo[] {
  return own.filter((one) => id === "others" ? !one.current : one.id === id);
}
