/**
 * What a request has done to its browser so far: the cookies that its response
 * sets, and changes of its session. It is kept with the request object, so that
 * all functions agree, whichever are called, and in whatever order.
 *
 * @module
 */

import type { Cookie } from "../../http/cookie_policy.ts";
import { trimBlanks } from "../../http/cookie_pairs.ts";
import type { Awaitable } from "../../model/model.ts";
import {
  forgetForRequest,
  oncePerRequest,
  recallForRequest,
  type WorkOwner,
} from "../../storage/process_cache.ts";
import type { Reply } from "../answer.ts";

/** A cookie that the response sets. Without attributes, only its value is known. */
type Written = Pick<Cookie, "name" | "value"> & Partial<Cookie>;

interface Current {
  readonly cookies: Map<string, Written>;
  /** The number of changes of the session. */
  changes: number;
  /** The end of the last change: changes take turns. */
  turn: Promise<unknown>;
  /** Shows the new session where the application looks for it. */
  show: (() => Awaitable<void>) | null;
}

/** A browser has one set of cookies, whatever the configuration. */
const ANY: WorkOwner = [];

function find(request: object): Current | undefined {
  return recallForRequest<Current>(request, "current", ANY);
}

function open(request: object): Current {
  return oncePerRequest(request, "current", ANY, () => ({
    cookies: new Map(),
    changes: 0,
    turn: Promise.resolve(),
    show: null,
  }));
}

/**
 * Returns the cookies that the browser will have after the response: those that
 * it sent, with what the response has set since.
 *
 * @param sent the Cookie header
 */
export function toCookieHeader(
  request: object,
  sent: string | null,
): string | null {
  const cookies = find(request)?.cookies;
  if (cookies === undefined || cookies.size === 0) return sent;
  const kept = (sent ?? "").split(";").map((pair) => trimBlanks(pair)).filter(
    (pair) => {
      const [name = ""] = pair.split("=", 1);
      return pair !== "" && !cookies.has(trimBlanks(name));
    },
  );
  // A cleared cookie has an empty value.
  const set = [...cookies.values()].filter(({ value }) => value !== "")
    .map(({ name, value }) => `${name}=${value}`);
  const all = [...kept, ...set];
  return all.length === 0 ? null : all.join("; ");
}

/** Records cookies that the response sets. */
export function recordCookies(
  request: object,
  cookies: readonly Written[],
): void {
  const { cookies: known } = open(request);
  for (const cookie of cookies) known.set(cookie.name, cookie);
}

/** Returns the cookies that the response sets and whose names are right. */
export function listCookies(
  request: object,
  isRight: (name: string) => boolean,
): readonly Cookie[] {
  const all = [...find(request)?.cookies.values() ?? []];
  return all.filter((one): one is Cookie =>
    "attributes" in one && isRight(one.name)
  );
}

/** Whether the response already sets a cookie to this value. */
export function isRecorded(
  request: object,
  { name, value }: Pick<Cookie, "name" | "value">,
): boolean {
  return find(request)?.cookies.get(name)?.value === value;
}

/** Returns the number of changes of a request's session. */
export function countChanges(request: object): number {
  return find(request)?.changes ?? 0;
}

/** Forgets what was read before a change of the session. */
export function noteChange(request: object): void {
  open(request).changes++;
  forgetForRequest(request, ["session", "csrf"]);
}

/**
 * Changes the session of a request: one change after another, because the second
 * needs the cookie of the first. Then shows the new session.
 */
export async function takeTurn<T>(
  request: object,
  change: () => Awaitable<T>,
): Promise<T> {
  const current = open(request);
  const result = current.turn.then(change);
  current.turn = result.catch(() => {});
  const done = await result;
  await current.show?.();
  return done;
}

/** Has a function show each new session of a request. It must not throw. */
export function onChange(request: object, show: () => Awaitable<void>): void {
  open(request).show = show;
}

/** Records the cookies of an auth route, which may have changed the session. */
export async function recordReply(
  request: object,
  reply: Reply,
): Promise<Reply> {
  if (reply.cookies.length === 0) return reply;
  recordCookies(request, reply.cookies);
  noteChange(request);
  await find(request)?.show?.();
  return reply;
}
