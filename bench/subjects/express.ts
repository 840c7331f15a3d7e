/** The parts of Express that the measurements use. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { load } from "../load.ts";

/** A request as passed on by Express. */
export type Request = IncomingMessage & {
  originalUrl?: string;
  user?: unknown;
};
/** Its response. */
export type Response = ServerResponse & { json(value: unknown): void };
/** A handler or a middleware. */
export type Handler = (
  req: Request,
  res: Response,
  next: (error?: unknown) => void,
) => unknown;

/** An application. */
export interface Express {
  use(handler: Handler): void;
  use(path: string, handler: Handler): void;
  get(path: string, ...handlers: readonly Handler[]): void;
  listen(port: number, host: string, ready: () => void): {
    address(): { port: number } | string | null;
  };
}

/** Creates an application with default settings. */
export async function createExpress(): Promise<Express> {
  const { default: express } = await load<{ default: () => Express }>(
    "express",
  );
  return express();
}
