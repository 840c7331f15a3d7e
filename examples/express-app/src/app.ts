// @ts-types="npm:@types/express@^5.0.0"
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  type Router,
} from "express";
import helmet from "helmet";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { addressRouter } from "./address.ts";
import { apiUrl, auth, hasPasswords, keepsSessions, provider } from "./auth.ts";
import { connectionRouter } from "./connection.ts";
import { homePage } from "./home_view.ts";
import type { Html } from "./html.ts";
import type { Context } from "./layout.ts";
import { readContext, send } from "./page.ts";
import { passkeysRouter } from "./passkeys.ts";
import { sessionsRouter } from "./sessions.ts";
import * as views from "./views.ts";

const publicFolder = fileURLToPath(new URL("../public", import.meta.url));

const isHttps = process.env.AUTH_URL?.startsWith("https:") ?? false;

/**
 * Settings that also work for a site on plain http, in a container or a local
 * network.
 */
const security = {
  contentSecurityPolicy: {
    // Everything is on this site. On http the browser would request it over
    // https.
    directives: { upgradeInsecureRequests: null },
  },
  // With helmet's `no-referrer`, forms are sent without their origin. On https
  // the browser sends it in another header; on http the sign-in has to refuse
  // them.
  referrerPolicy: { policy: "same-origin" },
  // Browsers ignore these two on http, and say so in their console.
  crossOriginOpenerPolicy: isHttps,
  originAgentCluster: isHttps,
} as const;

/** The whole application, ready to listen. */
export function createApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(helmet(security));
  app.use(express.static(publicFolder));

  app.use("/auth", auth);
  app.use(auth.session);

  app.get("/", show(homePage));
  app.get("/profile", auth.require(), show(views.profilePage));
  app.get("/protected", auth.require(), show(views.protectedPage));
  app.use("/members", membersRouter());
  app.use("/address", addressRouter());
  if (keepsSessions) app.use("/sessions", sessionsRouter());
  if (keepsSessions) app.use("/passkeys", passkeysRouter());
  if (apiUrl) app.use("/connection", connectionRouter(apiUrl));
  if (hasPasswords) {
    // Password managers lead to it.
    app.get("/.well-known/change-password", (_req, res) => {
      res.redirect(303, "/auth/password");
    });
  }

  app.use(show(views.notFoundPage, 404));
  app.use(handleError);
  return app;
}

/**
 * One guard in front of every route of a router. Visitors who are signed in at
 * the provider pass without a click.
 */
function membersRouter(): Router {
  const router = express.Router();
  router.use(auth.require({ silent: provider.id }));
  router.get("/", show(views.membersPage));
  router.get("/area", show(views.membersAreaPage));
  return router;
}

/** Sends a page that depends on its visitor. */
function show(
  page: (context: Context) => Html,
  status = 200,
): RequestHandler {
  return async (req, res) => {
    const context = await readContext(req, res);
    send(res.status(status), page(context));
  };
}

// Express recognises an error handler by its four parameters.
const handleError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const status = Number(error?.status) || 500;
  // deno-lint-ignore no-console -- this is the application's log
  if (status >= 500) console.error(error);
  const message = status >= 500
    ? "That’s on us. Try again in a moment."
    : "We couldn’t read this request. Go back and try again.";
  send(res.status(status), views.errorPage("Something went wrong", message));
};
