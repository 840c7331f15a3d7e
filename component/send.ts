import { type Cookie, serializeCookie } from "../core/cookie_policy.ts";
import { NO_STORE } from "../core/headers.ts";
import type { Reply } from "../core/reply.ts";
import { serializeBody } from "../core/response.ts";
import type { ComponentAnswer, ComponentEvent } from "./types.ts";
import { isDataRequest } from "./incoming.ts";

/** Writes a reply; what it gives ends the request when it is thrown. */
export function send(ev: ComponentEvent, reply: Reply): unknown {
  write(ev, reply);
  // The rest of a body that was not read must not become the next request.
  if (reply.status === 413) ev.headers.set("connection", "close");
  const body = serializeBody(reply.body);
  if (body !== null) ev.headers.set("content-type", body.type);
  return ev.send(reply.status, body?.text ?? "");
}

/** Cookies and headers of a reply; somebody else gives the answer. */
export function write(ev: ComponentEvent, reply: Reply): void {
  setCookies(ev, reply.cookies);
  writeHeaders(ev, reply.headers);
}

/**
 * Sends the browser elsewhere. Qwik City "mends" double slashes in the URL that
 * it is given; this one is right as it is.
 */
export function redirect(ev: ComponentEvent, url: string): unknown {
  const message = ev.redirect(303, "/");
  ev.headers.set("location", url);
  return message;
}

/**
 * What a script of Qwik's takes for "open this page as a browser does": an
 * answer that holds no data. Pages that are not Qwik's, and refusals, are shown
 * that way.
 */
export function openAsPage(ev: ComponentEvent): unknown {
  ev.headers.set("content-type", "text/html; charset=utf-8");
  forbidCaches(ev);
  return ev.send(200, "");
}

/** Cookies on an answer that is the host's own: no cache may keep it then. */
export function writeCookies(
  ev: ComponentEvent,
  cookies: readonly Cookie[],
): void {
  if (ev.headersSent || cookies.length === 0) return;
  forbidCaches(ev);
  setCookies(ev, cookies);
}

/** The answer is one browser's. */
export function forbidCaches(ev: ComponentEvent): void {
  if (!ev.headersSent) writeHeaders(ev, NO_STORE);
}

/**
 * A page that tells a stranger from somebody must not come back from a cache
 * after signing in. Only if the host has said how long strangers may keep it, it
 * is kept, for those without a cookie; never what a script has fetched.
 */
export function limitCaches(ev: ComponentEvent): void {
  if (ev.headersSent) return;
  const isKept = ev.headers.has("cache-control") && !isDataRequest(ev);
  if (isKept) addVary(ev);
  else forbidCaches(ev);
}

/**
 * Adds headers to the answer that functions of `createAuth` have given: Qwik
 * City would send the last of several cookies only. For loaders, actions and
 * request handlers.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { addHeaders, type ComponentEvent } from "@latchkey/auth/component";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 * });
 *
 * export const readToken = async (ev: ComponentEvent) => {
 *   const { csrfToken, headers } = await auth.csrfToken(ev.request);
 *   addHeaders(ev, headers);
 *   return csrfToken;
 * };
 * ```
 */
export function addHeaders(ev: ComponentAnswer, headers: Headers): void {
  if (ev.headersSent) return;
  for (const [name, value] of headers) {
    if (name === "set-cookie") {
      const end = value.indexOf("=");
      // Its attributes travel as part of the value.
      ev.cookie.set(value.slice(0, end), value.slice(end + 1));
    } else writeHeaders(ev, [[name, value]]);
  }
}

function addVary(ev: ComponentAnswer): void {
  const known = ev.headers.get("vary") ?? "";
  if (/(?:^|,)\s*(?:cookie|\*)\s*(?:,|$)/i.test(known)) return;
  ev.headers.append("vary", "Cookie");
}

function writeHeaders(ev: ComponentAnswer, headers: Reply["headers"]): void {
  for (const [name, value] of headers) {
    if (name === "vary") addVary(ev);
    else ev.headers.set(name, value);
  }
}

/** By way of `ev.cookie`: of several headers of one name Node would get the last only. */
function setCookies(ev: ComponentEvent, cookies: readonly Cookie[]): void {
  for (const cookie of cookies) setCookie(ev, cookie);
}

function setCookie(ev: ComponentEvent, cookie: Cookie): void {
  const { name, value, maxAge, attributes } = cookie;
  const { domain, path, httpOnly, secure, sameSite, partitioned, priority } =
    attributes;
  if (partitioned !== undefined || priority !== undefined) {
    // Attributes that Qwik City does not know travel as part of the value.
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
