// @ts-types="npm:@types/express@^5.0.0"
import type { Request, Response } from "express";
import { auth } from "./auth.ts";
import type { Html } from "./html.ts";
import type { Context } from "./layout.ts";

/** Reads the data about the request that every page needs. */
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

/** Sends a page that no cache may keep. */
export function send(res: Response, page: Html): void {
  // The page depends on its visitor.
  res.set("cache-control", "private, no-store").type("html").send(page.text);
}
