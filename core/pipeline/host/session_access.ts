/**
 * Access to the session for the application's pages outside the auth routes. It
 * reads the head of the request and makes a context; no route runs.
 *
 * @module
 */

import { resolveSettings } from "../../config/resolve_settings.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import { isSessionName } from "../../http/chunks.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { writeCookies } from "../../http/write_cookies.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import {
  createSessionContext,
  type SessionContext,
} from "../../request/context.ts";
import { readHead } from "../../request/request_head.ts";
import { readClock } from "../../runtime/clock.ts";
import { readSession } from "../../session/strategy.ts";
import { isFirstWarning, oncePerRequest } from "../../storage/process_cache.ts";
import {
  countChanges,
  listCookies,
  noteChange,
  recordCookies,
} from "./current.ts";
import type { HostRequest } from "./host_request.ts";
import { checkLater } from "./start.ts";

/** A value for the page, and the cookies that have to be set. */
export interface Visit<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];
}

/**
 * Returns the session of a request, read once per request object. Errors that a
 * client can cause (a foreign host, a bad cookie) give null and a log line.
 *
 * @throws ConfigurationError, StoreError, or an error of a callback
 */
export function visitSession(
  request: HostRequest,
): Promise<Visit<Session | null>> {
  return visit(request, SESSION);
}

/** An operation for a page of the application. */
export interface Work<T> {
  /** The name under which its result is kept for the request, or null. */
  readonly name: "session" | "csrf" | null;
  /** Whether it changes the session: its result then replaces what is kept. */
  readonly changes?: boolean;
  /** The result if the client's request is refused. */
  readonly refused: T;
  act(ctx: SessionContext): Awaitable<Done<T>>;
}

/** A value, and the changes of cookies that go with it. */
interface Done<T> {
  readonly value: T;
  readonly cookies: readonly CookieChange[];
}

const SESSION: Work<Session | null> = {
  name: "session",
  refused: null,
  act: async (ctx) => {
    const { session, cookies } = await readSession(ctx);
    return { value: session, cookies };
  },
};

/**
 * Does work for a request, once per request object if it has a name and changes
 * nothing.
 */
export async function visit<T>(
  request: HostRequest,
  work: Work<T>,
): Promise<Visit<T>> {
  const config = await request.getConfig();
  const { key, incoming } = request;
  const { name, refused, changes = false } = work;
  // A configuration that cannot work must not look like "signed out".
  const settings = resolveSettings(config, incoming.env);
  const head = readHead(incoming, settings);
  if (head.refusal !== null) {
    // Clients choose the name, so it is logged once: otherwise they could fill
    // the log.
    if (isFirstWarning(`host ${settings.key}`)) {
      settings.log.warn(head.refusal.type, head.refusal.message);
    }
    return { value: refused, cookies: [] };
  }
  checkLater(settings);
  const run = () => {
    const ctx = createSessionContext(settings, head, readClock());
    return perform(ctx, request, work);
  };
  return await (name === null || changes
    ? run()
    : oncePerRequest(key, name, settings.owner, run));
}

async function perform<T>(
  ctx: SessionContext,
  request: HostRequest,
  work: Work<T>,
): Promise<Visit<T>> {
  const { key, incoming } = request;
  const began = countChanges(key);
  const { value, cookies } = await work.act(ctx);
  // Work that began before another part of the request changed the session is
  // out of date, and so are its cookies.
  const isLate = work.name !== null && !work.changes &&
    countChanges(key) !== began;
  if (isLate) return await visit(request, work);
  // Others may have set cookies since this work began.
  const written = cookies.length === 0
    ? []
    : writeCookies(cookies, readHead(incoming, ctx.settings).jar, ctx.policy);
  return keep(ctx, request, { work, value, written });
}

/** Records what was written and, after a change, the new session. */
function keep<T>(
  { policy, settings: { owner } }: SessionContext,
  { key }: HostRequest,
  { work: { name, changes }, value, written }: {
    readonly work: Work<T>;
    readonly value: T;
    readonly written: readonly Cookie[];
  },
): Visit<T> {
  if (written.length > 0) recordCookies(key, written);
  const own = new Set(written.map((cookie) => cookie.name));
  // Every read of the session can set its cookies, even if those of an earlier
  // change were lost.
  const cookies = name === "session"
    ? listCookies(
      key,
      (one) => own.has(one) || isSessionName(one, policy.names),
    )
    : written;
  const visit = { value, cookies };
  if (changes) {
    noteChange(key);
    if (name !== null) oncePerRequest(key, name, owner, () => visit);
  }
  return visit;
}
