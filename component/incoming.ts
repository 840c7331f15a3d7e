import type { Incoming } from "../core/request/request_head.ts";
import { readEnv } from "../core/runtime/env.ts";
import type { Cookie } from "../core/http/cookie_policy.ts";
import { trimBlanks } from "../core/http/cookie_pairs.ts";
import { toIncoming as toWebIncoming } from "../core/pipeline/host/web_request.ts";
import type { ComponentEvent, SessionEvent } from "./types.ts";

/** Maps a request to the auth routes, exactly as it came. */
export function toIncoming(ev: ComponentEvent): Incoming {
  return {
    ...toWebIncoming(ev.request),
    ...toHead(ev),
    // The plugin sees every request of the application.
    mount: "",
    // Qwik City takes the client's address from the platform, if at all.
    address: (ask) => ({ text: ask?.(ev), isPeer: false }),
  };
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
    target: pathname + withoutParams(search, added),
    mount: null,
    header: (name) =>
      name === "accept" && isDataRequest(ev) ? "text/html" : header(name),
  };
}

/** Maps only the fields that a session read needs. */
export function toHead(
  ev: SessionEvent,
): Pick<Incoming, "origin" | "header" | "env"> {
  const { headers, url } = ev.request;
  return {
    // Cloudflare and others pass the environment with each request only.
    env: (name) => ev.env?.get(name) ?? readEnv(name),
    origin: () => new URL(url).origin,
    header: (name) => name === "cookie" ? toCookies(ev) : headers.get(name),
  };
}

/** The `sharedMap` key of the cookies that this response sets. */
const WRITTEN = "@latchkey/auth/cookies";

type Written = Map<string, string>;

/**
 * Remembers cookies of the response, so that later reads in this request see
 * what the browser will have.
 */
export function rememberCookies(
  { sharedMap }: SessionEvent,
  cookies: readonly Pick<Cookie, "name" | "value">[],
): void {
  const written = sharedMap.get(WRITTEN) as Written | undefined ?? new Map();
  for (const { name, value } of cookies) written.set(name, value);
  sharedMap.set(WRITTEN, written);
}

/**
 * Returns the cookies of the request, and those that this response has set
 * since. A form may arrive together with a renewal of its page's session:
 * signing out must end the new cookies, too.
 */
function toCookies({ request, sharedMap }: SessionEvent): string | null {
  const sent = request.headers.get("cookie");
  const written = sharedMap.get(WRITTEN) as Written | undefined;
  if (written === undefined) return sent;
  const kept = (sent ?? "").split(";").filter((pair) => {
    const [name = ""] = pair.split("=", 1);
    return !written.has(trimBlanks(name));
  });
  // A cleared cookie has an empty value: it counts as none, and is cleared
  // again.
  const set = [...written].map(([name, value]) => `${name}=${value}`);
  return [...kept, ...set].join("; ");
}

/** Whether Qwik's script sent the request: it does not display the response. */
export function isDataRequest({ request }: SessionEvent): boolean {
  return new URL(request.url).pathname.endsWith("/q-data.json");
}

/**
 * Returns the `callbackUrl` of the page that a form is on, if the form does not
 * name one: without JavaScript, Qwik City posts its forms to a URL without the
 * page's query. Only the same page of this origin is trusted; the pipeline
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
export function withoutAction(search: string): string {
  return withoutParams(search, ADDED);
}

function withoutParams(search: string, added: readonly string[]): string {
  const query = new URLSearchParams(search);
  const names = added.filter((name) => query.has(name));
  if (names.length === 0) return search;
  for (const name of names) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}
