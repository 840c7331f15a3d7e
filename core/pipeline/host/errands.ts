/**
 * Work for the application's pages that is done anew on every call, and may
 * change what was read for the request before.
 *
 * @module
 */

import type { CookieChange, CookieJar } from "../../http/cookies.ts";
import { writeCookies } from "../../http/write_cookies.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import {
  createTokenChanges,
  type SessionContext,
} from "../../request/context.ts";
import type { SessionUpdate } from "../../session/read.ts";
import { chain } from "../../runtime/maybe_promise.ts";
import { readSession } from "../../session/strategy.ts";
import {
  forgetForRequest,
  oncePerRequest,
} from "../../storage/process_cache.ts";
import { settle } from "../settle.ts";
import type { HostRequest } from "./host_request.ts";
import {
  type Renewed,
  type Visit,
  visit,
  type Work,
} from "./session_access.ts";

/**
 * Updates the session of a request. Later reads in the same request see the new
 * one.
 */
export function visitUpdate(
  request: HostRequest,
  update: Omit<SessionUpdate, "source">,
): Awaitable<Visit<Session | null>> {
  return visitAnew(request, {
    refused: null,
    changes: true,
    act: (ctx) =>
      chain(
        readSession(ctx, { ...update, source: "server" }),
        ({ session, cookies }) => ({ value: session, cookies }),
      ),
  });
}

/** An operation for a page of the application, run anew on every call. */
export interface Errand<T> extends Omit<Work<T>, "name"> {
  /** Whether values that were read earlier may be different now. */
  readonly changes: boolean;
}

/**
 * Runs an errand for a request. If it changes the session, later reads in the
 * same request see the new one.
 */
export function visitAnew<T>(
  request: HostRequest,
  { refused, changes, act }: Errand<T>,
): Awaitable<Visit<T>> {
  const visited = visit(request, {
    // Two errands at the same time must not get each other's results.
    name: null,
    refused,
    act: (visit) => {
      const ctx = { ...visit, tokenChanges: createTokenChanges() };
      return chain(
        act(ctx),
        (done) =>
          chain(settle(ctx, done.cookies), (cookies) => {
            if (cookies.length === 0) return done;
            remember(request, ctx, cookies);
            return { ...done, cookies };
          }),
      );
    },
  });
  if (!changes) return visited;
  return chain(visited, (done) => {
    forgetForRequest(request.key, ["session", "csrf"]);
    return done;
  });
}

/**
 * Records the cookies that an update wrote, chunks included, for the next read
 * of this request.
 */
function remember(
  { key }: HostRequest,
  { jar, policy, settings: { owner } }: SessionContext,
  changes: readonly CookieChange[],
): void {
  const last = changes.findLast(({ role }) => role === "session");
  if (!changes.some(({ role }) => role === "session" || role === "tokens")) {
    return;
  }
  const written = writeCookies(changes, jar, policy).map(({ name }) => name);
  const create = (): Renewed => ({ jar });
  const renewed = oncePerRequest(key, "renewed", owner, create);
  renewed.jar = {
    ...renewed.jar,
    // Another errand may have changed those of another provider.
    tokens: toTokens(renewed.jar, changes),
    seen: new Set([...renewed.jar.seen, ...written]),
    ...(last === undefined ? {} : {
      session: last.value === null ? [] : [last.value],
      // A session that has ended must not come back as one of another library.
      header: last.value === null ? "" : jar.header,
    }),
  };
}

/** Returns the tokens in the browser's cookies after the changes. */
function toTokens(
  { tokens }: CookieJar,
  changes: readonly CookieChange[],
): CookieJar["tokens"] {
  const after = new Map(tokens);
  for (const change of changes) {
    const { role, value } = change;
    if (role !== "tokens" && (role !== "session" || value !== null)) continue;
    for (const key of tokens.keys()) {
      const isMeant = role === "session" || key.split(".")[0] === change.key;
      if (isMeant) after.delete(key);
    }
    if (role === "tokens" && value !== null) after.set(change.key, [value]);
  }
  return after;
}
