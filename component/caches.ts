import { NO_STORE } from "../core/http/headers.ts";
import type { Reply } from "../core/pipeline/reply.ts";
import { isDataRequest } from "./incoming.ts";
import type { SessionEvent } from "./types.ts";

/** By these names hosts tell browsers, proxies and CDNs how long to keep an answer. */
const KEEPING = /(?:cache|surrogate|edge)-control$/;

/** Under this name `sharedMap` says that the answer is one browser's. */
const PRIVATE = "@latchkey/auth/private";

/** Under this name `sharedMap` says that the answer depends on who asks. */
const VARIES = "@latchkey/auth/varies";

/** The answer is one browser's, and stays so. */
export function forbidCaches(ev: SessionEvent): void {
  if (ev.headersSent) return;
  writeHeaders(ev, NO_STORE);
  sayAgain(ev, PRIVATE, keepPrivate);
}

/**
 * Layouts and loaders of the host's may say how long to keep an answer before
 * and after, and `fail()` of Qwik City takes back what was said. So it is said
 * once more when the answer begins.
 */
function sayAgain(
  ev: SessionEvent,
  name: string,
  say: (ev: SessionEvent) => void,
): void {
  if (ev.sharedMap.has(name)) return;
  ev.sharedMap.set(name, true);
  const answer = ev as { getWritableStream?: () => unknown };
  const begin = answer.getWritableStream;
  // Every answer begins here: pages, data, redirects, and what `send()` is given.
  if (begin === undefined) return;
  answer.getWritableStream = () => {
    if (!ev.headersSent) say(ev);
    return begin.call(ev);
  };
}

function keepPrivate(ev: SessionEvent): void {
  const names = [...ev.headers.keys()].filter((name) => KEEPING.test(name));
  for (const name of names) ev.headers.delete(name);
  writeHeaders(ev, NO_STORE);
}

/**
 * An answer that was made for a stranger, and would be another for somebody who
 * is signed in. How long it may be kept is for the host to say; unless it says
 * so, no cache that many share may keep it. What a script has fetched for a
 * page would be shown after signing in: it is never kept.
 */
export function limitCaches(ev: SessionEvent): void {
  if (ev.headersSent) return;
  if (isDataRequest(ev)) return forbidCaches(ev);
  addVary(ev);
  sayAgain(ev, VARIES, addVary);
  if (!ev.headers.has("cache-control")) {
    ev.headers.set("cache-control", "private, no-cache");
  }
}

/**
 * Limits caches as soon as an endpoint reads the value of this name from
 * `sharedMap`: an answer that was made for a stranger depends on that, too.
 */
export function limitCachesOnRead(ev: SessionEvent, name: string): void {
  const { sharedMap } = ev;
  const { get } = sharedMap;
  sharedMap.get = (key) => {
    if (key === name) limitCaches(ev);
    return get.call(sharedMap, key);
  };
}

/** Headers of a reply; what the host varies its answer by stays. */
export function writeHeaders(
  ev: SessionEvent,
  headers: Reply["headers"],
): void {
  for (const [name, value] of headers) {
    if (name === "vary") addVary(ev);
    else ev.headers.set(name, value);
  }
}

function addVary(ev: SessionEvent): void {
  const known = ev.headers.get("vary") ?? "";
  if (/(?:^|,)\s*(?:cookie|\*)\s*(?:,|$)/i.test(known)) return;
  ev.headers.append("vary", "Cookie");
}
