import type { Incoming } from "../core/request/request_head.ts";
import { readEnv } from "../core/runtime/env.ts";
import type { Cookie } from "../core/http/cookie_policy.ts";
import { trimBlanks } from "../core/http/cookies.ts";
import { readCapped } from "../core/http/stream.ts";
import type { ComponentEvent, SessionEvent } from "./types.ts";

/** A request to the auth routes, exactly as it came. */
export function toIncoming(ev: ComponentEvent): Incoming {
  const { pathname, search } = new URL(ev.request.url);
  return {
    ...toHead(ev),
    method: ev.request.method,
    target: pathname + search,
    // The plugin sees every request of the application.
    mount: "",
    // Qwik City knows the client by the platform's own means, if at all.
    address: (ask) => ({ text: ask?.(ev), isPeer: false }),
    headers: () => ev.request.headers,
    body: async (limit) => {
      const bytes = await readCapped(ev.request.body, limit);
      return bytes === null ? { kind: "too large" } : { kind: "bytes", bytes };
    },
  };
}

/**
 * A request for a page. Where the browser has a page already it asks for the
 * data of the next one only: for whoever decides about the page that is no
 * other request.
 */
export function toPageIncoming(ev: ComponentEvent): Incoming {
  const { header } = toHead(ev);
  return {
    ...toIncoming(ev),
    target: ev.url.pathname + withoutAction(ev.url.search),
    mount: null,
    header: (name) =>
      name === "accept" && isDataRequest(ev) ? "text/html" : header(name),
  };
}

/** As much of it as a session read needs. */
export function toHead(
  ev: SessionEvent,
): Pick<Incoming, "origin" | "header" | "env"> {
  const { headers, url } = ev.request;
  return {
    // Cloudflare and others hand the environment to each request only.
    env: (name) => ev.env?.get(name) ?? readEnv(name),
    origin: () => new URL(url).origin,
    header: (name) => name === "cookie" ? toCookies(ev) : headers.get(name),
  };
}

/** Under this name `sharedMap` holds the cookies that this answer sets. */
const WRITTEN = "@latchkey/auth/cookies";

type Written = Map<string, string>;

/** What comes later in the request sees the cookies that the browser will have. */
export function rememberCookies(
  { sharedMap }: SessionEvent,
  cookies: readonly Pick<Cookie, "name" | "value">[],
): void {
  const written = sharedMap.get(WRITTEN) as Written | undefined ?? new Map();
  for (const { name, value } of cookies) written.set(name, value);
  sharedMap.set(WRITTEN, written);
}

/**
 * What the browser sent, and what this answer has set since. A form may come
 * after a session that was renewed for its page: what signs out must end the
 * cookies that are on their way, too.
 */
function toCookies({ request, sharedMap }: SessionEvent): string | null {
  const sent = request.headers.get("cookie");
  const written = sharedMap.get(WRITTEN) as Written | undefined;
  if (written === undefined) return sent;
  const kept = (sent ?? "").split(";").filter((pair) => {
    const [name = ""] = pair.split("=", 1);
    return !written.has(trimBlanks(name));
  });
  // What was cleared has an empty value: that is none, and is cleared once more.
  const set = [...written].map(([name, value]) => `${name}=${value}`);
  return [...kept, ...set].join("; ");
}

/** Whether a script of Qwik's asks, which does not show what it is sent. */
export function isDataRequest({ request }: SessionEvent): boolean {
  return new URL(request.url).pathname.endsWith("/q-data.json");
}

/**
 * The `callbackUrl` of the page that a form is on, where the form does not name
 * it: without JavaScript, Qwik City sends its forms to an address that has no
 * query but its own. Only the same page of this origin is believed; the pipeline
 * checks the target.
 */
export function findLostTarget(ev: ComponentEvent): string | null {
  const referer = ev.request.headers.get("referer") ?? "";
  if (isDataRequest(ev) || ev.url.searchParams.has("callbackUrl")) return null;
  if (!URL.canParse(referer)) return null;
  const { origin, pathname, searchParams } = new URL(referer);
  const isSamePage = origin === new URL(ev.request.url).origin &&
    pathname === ev.url.pathname;
  return isSamePage ? searchParams.get("callbackUrl") || null : null;
}

/** Pages that are made ahead of time are everybody's, and no environment is there. */
export function isStatic({ platform }: SessionEvent): boolean {
  return (platform as { static?: unknown } | null)?.static === true;
}

/** The query of a page without what Qwik City adds to it. */
export function withoutAction(search: string): string {
  const query = new URLSearchParams(search);
  const names = ["qaction", "qdata", "qfunc"].filter((name) => query.has(name));
  if (names.length === 0) return search;
  for (const name of names) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}
