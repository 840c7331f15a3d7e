// @ts-types="npm:@types/express@^5.0.0"
import express, { type Router } from "express";
import { type Address, addressPage } from "./address_view.ts";
import { auth } from "./auth.ts";
import { readContext, send } from "./page.ts";

/** Replace this with your own table: addresses by the user's id. */
const addresses = new Map<string, Address>();

/**
 * "Delivery": a form that needs a sign-in of the last five minutes. After an
 * older one, the user confirms it, and what was typed is still there.
 */
export function addressRouter(): Router {
  const router = express.Router();
  router.get("/", auth.require(), async (req, res) => {
    const address = addresses.get(res.locals.session?.user?.id ?? "");
    send(res, addressPage(await readContext(req, res), address));
  });
  const isRecent = auth.require({
    maxAge: 5 * 60,
    resume: true,
    csrf: true,
  });
  router.post(
    "/",
    isRecent,
    express.urlencoded(),
    (req, res) => {
      addresses.set(res.locals.session?.user?.id ?? "", readAddress(req.body));
      res.redirect(303, "/address");
    },
  );
  return router;
}

/** Reads the form, which may have been sent by any program. */
function readAddress(form: unknown): Address {
  const fields = new Map<string, unknown>(Object.entries(form ?? {}));
  const read = (name: string) => String(fields.get(name) ?? "").slice(0, 200);
  return { street: read("street"), city: read("city") };
}
