/**
 * Work for the application's pages that is done anew on every call, and may
 * change what was read for the request before.
 *
 * @module
 */

import type { Awaitable, Session } from "../../model/model.ts";
import { createTokenChanges } from "../../request/context.ts";
import type { SessionUpdate } from "../../session/session_read.ts";
import { chain } from "../../runtime/maybe_promise.ts";
import { readSession } from "../../session/strategy.ts";
import { settle } from "../settle.ts";
import { takeTurn } from "./current.ts";
import type { HostRequest } from "./host_request.ts";
import { type Visit, visit, type Work } from "./session_access.ts";

/**
 * Updates the session of a request. Later reads in the same request see the new
 * one.
 */
export function visitUpdate(
  request: HostRequest,
  update: Omit<SessionUpdate, "source">,
): Awaitable<Visit<Session | null>> {
  return visitAnew(request, {
    name: "session",
    refused: null,
    changes: true,
    act: (ctx) =>
      chain(
        readSession(ctx, { ...update, source: "server" }),
        ({ session, cookies }) => ({ value: session, cookies }),
      ),
  });
}

/**
 * Runs work for a request, anew on every call. If it changes the session, later
 * reads in the same request see the new one.
 */
export function visitAnew<T>(
  request: HostRequest,
  work: Omit<Work<T>, "name"> & Partial<Work<T>>,
): Awaitable<Visit<T>> {
  const run = () =>
    visit<T>(request, {
      // Two errands at the same time must not get each other's results.
      name: null,
      ...work,
      act: (visit) => {
        const ctx = {
          ...visit,
          tokenChanges: createTokenChanges(request.hasBegun),
        };
        return chain(work.act(ctx), (done) =>
          chain(
            settle(ctx, done.cookies),
            (cookies) => ({ ...done, cookies }),
          ));
      },
    });
  return work.changes ? takeTurn(request.key, run) : run();
}
