import { type Cookie, serializeCookie } from "../core/http/cookie_policy.ts";
import {
  isRecorded,
  noteChange,
  recordCookies,
} from "../core/pipeline/host/current.ts";
import type { Reply } from "../core/pipeline/answer.ts";
import { serializeBody } from "../core/pipeline/response.ts";
import { forbidCaches, writeHeaders } from "./caches.ts";
import { isOfScript2, toKey, toPage } from "./incoming.ts";
import type { ComponentEvent, SessionEvent } from "./types.ts";

/** Writes a reply; throwing the returned value ends the request. */
export function send(ev: ComponentEvent, reply: Reply): unknown {
  write(ev, reply);
  const location = ev.headers.get("location");
  if (location !== null && isOfScript2(ev)) return leadScript(ev, location);
  // The unread rest of a body must not be parsed as the next request.
  if (reply.status === 413) ev.headers.set("connection", "close");
  const body = serializeBody(reply.body);
  if (body !== null) ev.headers.set("content-type", body.type);
  return ev.send(reply.status, body?.text ?? "");
}

/** Writes cookies and headers of a reply; the caller sends the response. */
export function write(ev: ComponentEvent, reply: Reply): void {
  setCookies(ev, reply.cookies);
  writeHeaders(ev, reply.headers);
}

/**
 * Redirects the browser. Qwik City collapses double slashes in the URL that it
 * is given; this one is left unchanged.
 */
export function redirect(
  ev: ComponentEvent,
  url: string,
  status = 303,
): unknown {
  const message = ev.redirect(status, "/");
  ev.headers.set("location", url);
  return message;
}

/**
 * Returns a redirect that makes the script of Qwik 2 open an address as a
 * browser does. It looks for the address among its own pages, shows the page
 * for unknown addresses for any other, and stays on the page that is open,
 * unless it gets a URL and not a text. Qwik itself serializes what it finds in
 * the headers.
 */
function leadScript(ev: ComponentEvent, location: string): unknown {
  const message = redirect(ev, location);
  forbidCaches(ev);
  const url = new URL(location, ev.request.url);
  // The browser would only scroll.
  if (url.pathname + url.search === toPage(ev)) url.hash = "";
  const { headers } = ev;
  const read = (name: string) => Headers.prototype.get.call(headers, name);
  const get = (name: string) => /^location$/i.test(name) ? url : read(name);
  Object.defineProperty(headers, "get", { value: get });
  return message;
}

/**
 * Returns a response without data, which Qwik's script handles by opening the
 * page as a browser does. Pages outside Qwik, and refusals, are shown that way.
 */
export function openAsPage(ev: ComponentEvent): unknown {
  if (isOfScript2(ev)) return leadScript(ev, toPage(ev));
  ev.headers.set("content-type", "text/html; charset=utf-8");
  forbidCaches(ev);
  return ev.send(200, "");
}

/**
 * Returns a redirect that makes Qwik's script open another page as a browser
 * does. `ev.redirect` would ask it for the data of that page.
 */
export function openPage(
  ev: ComponentEvent,
  url: string,
  cookies: readonly Cookie[],
): unknown {
  forbidCaches(ev);
  writeCookies(ev, cookies);
  if (isOfScript2(ev)) return leadScript(ev, url);
  ev.headers.set("location", url);
  return ev.send(303, "");
}

/** Writes cookies to the application's own response and forbids caching it. */
export function writeCookies(
  ev: SessionEvent,
  cookies: readonly Cookie[],
): void {
  if (ev.headersSent || cookies.length === 0) return;
  forbidCaches(ev);
  setCookies(ev, cookies);
}

/**
 * Adds headers returned by functions of `createAuth` to the response: Qwik City
 * would send only the last of several cookies. For loaders, actions and request
 * handlers.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { addHeaders, type SessionEvent } from "@latchkey/auth/component";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 * });
 *
 * export const readToken = async (ev: SessionEvent) => {
 *   const { csrfToken, headers } = await auth.csrfToken(ev.request);
 *   addHeaders(ev, headers);
 *   return csrfToken;
 * };
 * ```
 */
export function addHeaders(ev: SessionEvent, headers: Headers): void {
  if (ev.headersSent) return;
  for (const [header, text] of headers) {
    if (header === "set-cookie") {
      const [, name = "", rest = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      const [value = ""] = rest.split(";", 1);
      keepCookie(ev, { name, value });
      // The attributes are part of the value.
      ev.cookie.set(name, rest);
    } else writeHeaders(ev, [[header, text]]);
  }
}

/** Records a cookie of a function that was not passed `ev.request` itself. */
function keepCookie(
  ev: SessionEvent,
  cookie: Pick<Cookie, "name" | "value">,
): void {
  const request = toKey(ev);
  if (isRecorded(request, cookie)) return;
  recordCookies(request, [cookie]);
  noteChange(request);
}

/**
 * Sets cookies through `ev.cookie`: of several headers of one name Node would
 * get only the last.
 */
function setCookies(ev: SessionEvent, cookies: readonly Cookie[]): void {
  recordCookies(toKey(ev), cookies);
  for (const cookie of cookies) setCookie(ev, cookie);
}

function setCookie(ev: SessionEvent, cookie: Cookie): void {
  const { name, value, maxAge, attributes } = cookie;
  const { domain, path, httpOnly, secure, sameSite, partitioned, priority } =
    attributes;
  if (partitioned !== undefined || priority !== undefined) {
    // Attributes that Qwik City does not know are part of the value.
    ev.cookie.set(name, serializeCookie(cookie).slice(name.length + 1));
    return;
  }
  ev.cookie.set(name, value, {
    ...(maxAge === null ? {} : { maxAge }),
    ...(domain === undefined ? {} : { domain }),
    path: path ?? "/",
    httpOnly: httpOnly ?? true,
    secure: secure ?? false,
    sameSite: sameSite ?? "lax",
  });
}
