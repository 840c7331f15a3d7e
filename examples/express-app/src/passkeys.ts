// @ts-types="npm:@types/express@^5.0.0"
import express, { type RequestHandler, type Router } from "express";
import { auth, authConfig, provider } from "./auth.ts";
import { readContext, send } from "./page.ts";
import { passkeysPage } from "./passkeys_view.ts";

/** "Ways to sign in": passkeys and the provider, to add and to remove. */
export function passkeysRouter(): Router {
  const router = express.Router();
  router.use(auth.require());
  router.get("/", show);
  return router;
}

const show: RequestHandler = async (req, res) => {
  const passkeys = await auth.listPasskeys(req);
  const userId = res.locals.session?.user?.id ?? "";
  const accounts = await authConfig.adapter?.listAccountsByUserId?.(userId);
  const isConnected = accounts?.some((one) => one.provider === provider.id);
  const context = await readContext(req, res);
  send(res, passkeysPage(context, passkeys, isConnected ?? false));
};
