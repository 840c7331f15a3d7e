import { addVary, deleteKeeping, NO_STORE } from "../core/http/headers.ts";
import type { Reply } from "../core/pipeline/answer.ts";
import { findEvent, isDataRequest } from "./incoming.ts";
import type { SessionEvent } from "./types.ts";

/** The `sharedMap` key that marks the response as private to one browser. */
const PRIVATE = "@latchkey/auth/private";

/** The `sharedMap` key that marks the response as dependent on the session. */
const VARIES = "@latchkey/auth/varies";

/**
 * Marks the response as private to one browser, for the rest of the request.
 */
export function forbidCaches(ev: SessionEvent): void {
  if (ev.headersSent) return;
  writeHeaders(ev, NO_STORE);
  sayAgain(ev, PRIVATE, keepPrivate);
}

/** The `sharedMap` key that marks the response as made with the session. */
const SHOWS = "@latchkey/auth/shows";

/** The `sharedMap` key of what Qwik 2 is going to keep of a page for everybody. */
const QWIK_CACHE = "@eTagCacheKey";

/** Marks the response as made with the session, or with the fact that there is none. */
export function noteShown(ev: SessionEvent): void {
  ev.sharedMap.set(SHOWS, true);
}

/**
 * Repeats the headers when the response begins: the application's layouts and
 * loaders may set cache headers before and after, and `fail()` of Qwik City
 * removes headers set earlier.
 */
function sayAgain(
  ev: SessionEvent,
  name: string,
  say: (ev: SessionEvent) => void,
): void {
  if (ev.sharedMap.has(name)) return;
  ev.sharedMap.set(name, true);
  const answer = findEvent(ev) as { getWritableStream?: () => unknown };
  const begin = answer.getWritableStream;
  // Every response begins here: pages, data, redirects, and those of `send()`.
  if (begin === undefined) return;
  answer.getWritableStream = () => {
    if (!ev.headersSent) say(ev);
    return begin.call(answer);
  };
}

function keepPrivate(ev: SessionEvent): void {
  deleteKeeping(ev.headers);
  writeHeaders(ev, NO_STORE);
}

/**
 * Marks a response that was made without a session, and would differ for a
 * signed-in user. The application decides how long it may be kept; by default
 * no shared cache may keep it. Page data fetched by a script would be shown
 * after signing in: it is never kept.
 */
export function limitCaches(ev: SessionEvent): void {
  if (ev.headersSent) return;
  if (isDataRequest(ev)) return forbidCaches(ev);
  vary(ev);
  sayAgain(ev, VARIES, vary);
  if (!ev.headers.has("cache-control")) {
    ev.headers.set("cache-control", "private, no-cache");
  }
}

/**
 * Limits caches as soon as an endpoint reads this key from `sharedMap`, because
 * its response then depends on the session, even if there is none. Qwik 2 keeps
 * no page that does.
 */
export function limitCachesOnRead(ev: SessionEvent, name: string): void {
  const { sharedMap } = ev;
  const { get } = sharedMap;
  sharedMap.get = (key) => {
    if (key === name) {
      limitCaches(ev);
      noteShown(ev);
    }
    if (key === QWIK_CACHE && sharedMap.has(SHOWS)) return undefined;
    return get.call(sharedMap, key);
  };
}

/** Writes headers of a reply; adds to the application's own `vary`. */
export function writeHeaders(
  ev: SessionEvent,
  headers: Reply["headers"],
): void {
  for (const [name, value] of headers) {
    if (name === "vary") addVary(ev.headers, value);
    else ev.headers.set(name, value);
  }
}

function vary({ headers }: SessionEvent): void {
  addVary(headers, "Cookie");
}
