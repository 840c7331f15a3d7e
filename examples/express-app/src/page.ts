// @ts-types="npm:@types/express@^5.0.0"
import type { Request, Response } from "express";
import { auth } from "./auth.ts";
import type { Html } from "./html.ts";
import type { Context } from "./views.ts";

/** What every page needs to know about its request. */
export async function readContext(
  req: Request,
  res: Response,
): Promise<Context> {
  return {
    session: res.locals.session ?? null,
    csrfToken: await auth.csrfToken(req),
    url: req.originalUrl,
  };
}

/** Sends a page to the one who asked for it, and to no cache. */
export function send(res: Response, page: Html): void {
  // What a page says depends on who reads it.
  res.set("cache-control", "private, no-store").type("html").send(page.text);
}
