// @ts-types="npm:@types/express@^5.0.0"
import express, { type ErrorRequestHandler, type Router } from "express";
import { NotConnected, ReauthenticationRequired } from "@latchkey/auth/errors";
import { auth, provider } from "./auth.ts";
import { connectionPage, disconnectedPage } from "./connection_view.ts";
import { readContext, send } from "./page.ts";

/**
 * Tokens are renewed when they have ended, so that the page can count down to
 * it. By default they are renewed a minute earlier.
 */
const token = { minValidity: 0 };

/** "Connection": the answer of an API of the provider, and its access token's end. */
export function connectionRouter(apiUrl: string): Router {
  const router = express.Router();
  router.use(auth.require());
  router.get("/", async (req, res) => {
    const answer = await auth.fetch(req, provider.id, apiUrl, { token });
    if (!answer.ok) throw new Error(`The API answered ${answer.status}.`);
    const facts = await answer.json();
    const { expiresAt } = await auth.getAccessToken(req, provider.id, token);
    const context = await readContext(req, res);
    send(res, connectionPage(context, facts, expiresAt));
  });
  router.use(offerConnection);
  return router;
}

/** Without a token to use, the user is asked to connect the provider. */
const offerConnection: ErrorRequestHandler = async (error, req, res, next) => {
  const isExpected = error instanceof NotConnected ||
    error instanceof ReauthenticationRequired;
  if (!isExpected) return next(error);
  send(res, disconnectedPage(await readContext(req, res)));
};
