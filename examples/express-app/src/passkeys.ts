// @ts-types="npm:@types/express@^5.0.0"
import express, { type RequestHandler, type Router } from "express";
import { auth } from "./auth.ts";
import { readContext, send } from "./page.ts";
import { passkeysPage } from "./passkeys_view.ts";

/** "Your passkeys": a list with remove buttons, and a button to add one. */
export function passkeysRouter(): Router {
  const router = express.Router();
  router.use(auth.require());
  router.get("/", show);
  return router;
}

const show: RequestHandler = async (req, res) => {
  const passkeys = await auth.listPasskeys(req);
  send(res, passkeysPage(await readContext(req, res), passkeys));
};
