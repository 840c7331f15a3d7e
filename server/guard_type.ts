import type { Session } from "../core/model/model.ts";
import type { Next, ServerRequest, ServerResponse } from "./types.ts";

/**
 * A middleware that lets only signed-in users through. For the handlers after
 * it in the same call, TypeScript knows that `res.locals.session` is a session.
 */
export interface ServerGuard<
  S = Session,
  R extends ServerRequest = ServerRequest,
> {
  /** For routers, and responses without `locals`. */
  (req: R, res: ServerResponse, next: Next): Promise<void>;
  /** The type of `locals` is taken from the last signature. */
  (
    req: R,
    res: ServerResponse & { locals?: { session: S } },
    next: Next,
  ): Promise<void>;
}
