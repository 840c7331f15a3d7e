import type { Incoming } from "../core/request/request_head.ts";
import { readEnv } from "../core/runtime/env.ts";
import {
  type HostRequest,
  toHostRequest,
} from "../core/pipeline/host/host_request.ts";
import {
  toHeaders,
  toIncoming as toWebIncoming,
} from "../core/pipeline/host/web_request.ts";
import type {
  ComponentAuthSource,
  ComponentEvent,
  SessionEvent,
} from "./types.ts";

/**
 * Builds the request of an event. What is read is kept with its Request, which
 * the functions of `createAuth` get, too.
 */
export function toRequest<I>(
  ev: SessionEvent,
  incoming: I,
  source: ComponentAuthSource,
): HostRequest<I> {
  return { ...toHostRequest(ev, incoming, source), key: toKey(ev) };
}

/** Maps a request to the auth routes, exactly as it came. */
export function toIncoming(ev: ComponentEvent): Incoming {
  return {
    ...toWebIncoming(ev.request),
    ...toHead(ev),
    mount: toMount(ev) ?? "",
    home: ev.basePathname ?? "/",
    // Qwik City takes the client's address from the platform, if at all.
    address: (ask) => ({ text: ask?.(ev), isPeer: false }),
  };
}

/** The path of the auth routes below Vite's `base`; null without one. */
function toMount({ basePathname = "/" }: ComponentEvent): string | null {
  return basePathname === "/"
    ? null
    : `${basePathname.replace(/\/$/, "")}/auth`;
}

/**
 * Maps a request for a page. A browser that already has a page requests only
 * the data of the next one: guards treat that as a request for the page. A form
 * is sent to an action of it.
 */
export function toPageIncoming(ev: ComponentEvent): Incoming {
  const { header } = toHead(ev);
  const { pathname, search } = ev.url;
  const added = ev.request.method === "POST" ? ["qdata"] : ADDED;
  return {
    ...toIncoming(ev),
    target: pathname + withoutAdded(search, added),
    mount: toMount(ev),
    header: (name) =>
      name === "accept" && isDataRequest(ev) ? "text/html" : header(name),
  };
}

/** Maps only the fields that a session read needs. */
export function toHead(
  ev: SessionEvent,
): Pick<Incoming, "origin" | "header" | "env"> {
  return {
    // Cloudflare and others pass the environment with each request only.
    env: (name) => ev.env?.get(name) ?? readEnv(name),
    origin: () => new URL(ev.request.url).origin,
    header: toHeaders(ev.request),
  };
}

/** The `sharedMap` key of the request's own event. */
const SHARED_EVENT = "@latchkey/auth/event";

/** Remembers the event of a request, which handlers get. */
export function keepEvent(ev: SessionEvent): void {
  ev.sharedMap.set(SHARED_EVENT, ev);
}

/**
 * Returns the event that handlers get: loaders of Qwik 2 have their own, with
 * another URL and another Request.
 */
export function findEvent(ev: SessionEvent): SessionEvent {
  return ev.sharedMap.get(SHARED_EVENT) as SessionEvent | undefined ?? ev;
}

/** Returns the Request by which what is read of a request is kept. */
export function toKey(ev: SessionEvent): Request {
  return findEvent(ev).request;
}

/** Whether Qwik's script sent the request: it does not display the response. */
export function isDataRequest(ev: SessionEvent): boolean {
  return isOfScript2(ev) ||
    new URL(ev.request.url).pathname.endsWith("/q-data.json");
}

/** Whether the event is one of Qwik 2. */
export function isQwik2({ internalRequest }: SessionEvent): boolean {
  return internalRequest !== undefined;
}

/** Whether the script of Qwik 2 sent the request. */
export function isOfScript2(
  { internalRequest = false }: SessionEvent,
): boolean {
  return internalRequest !== false;
}

/** What the page of a form that begins a session may have in its query: where to go, and the proof of a mail. */
const KEPT: readonly string[] = ["callbackUrl", "token", "state"];

/**
 * Returns what the query of a form's page had and its own URL lacks: without
 * JavaScript, Qwik City posts its forms to a URL without the page's query. Only
 * the same page of this origin is trusted; the pipeline checks the values.
 */
export function findLostQuery(
  ev: ComponentEvent,
): readonly (readonly [name: string, value: string])[] {
  const referer = ev.request.headers.get("referer") ?? "";
  if (isDataRequest(ev) || !URL.canParse(referer)) return [];
  const { origin, pathname, searchParams } = new URL(referer);
  const isSamePage = origin === new URL(ev.request.url).origin &&
    pathname === ev.url.pathname;
  if (!isSamePage) return [];
  return KEPT.filter((name) => !ev.url.searchParams.has(name))
    .map((name) => [name, searchParams.get(name) ?? ""] as const)
    .filter(([, value]) => value !== "");
}

/**
 * Statically generated pages are the same for all visitors, and have no
 * environment.
 */
export function isStatic({ platform }: SessionEvent): boolean {
  return (platform as { static?: unknown } | null)?.static === true;
}

/** The parameters that Qwik City adds to a page's query. */
const ADDED: readonly string[] = ["qaction", "qdata", "qfunc"];

/** Returns a page's query without the parameters that Qwik City adds. */
export function withoutAdded(
  search: string,
  added: readonly string[] = ADDED,
): string {
  const query = new URLSearchParams(search);
  const names = added.filter((name) => query.has(name));
  if (names.length === 0) return search;
  for (const name of names) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}

/** The page that a form is on, or that data belong to. */
export function toPage({ url }: ComponentEvent): string {
  return url.pathname + withoutAdded(url.search);
}
