import { type Cookie, serializeCookie } from "../core/http/cookie_policy.ts";
import { LIMITED, NO_STORE } from "../core/http/headers.ts";
import type { Reply } from "../core/pipeline/answer.ts";
import { serializeBody } from "../core/pipeline/response.ts";
import type { ServerResponse } from "./types.ts";

/**
 * Writes a reply, unless the response has already begun. One without the member
 * `body` is not ended: its body follows.
 */
export function send(
  res: ServerResponse,
  reply: Omit<Reply, "body"> & Partial<Reply>,
): void {
  if (res.headersSent) return;
  res.statusCode = reply.status;
  writeHeaders(res, reply.headers);
  appendCookies(res, reply.cookies);
  // The unread rest of a body must not be parsed as the next request.
  if (reply.status === 413) res.setHeader("connection", "close");
  if (reply.body === undefined) return;
  const body = serializeBody(reply.body);
  if (body !== null) res.setHeader("content-type", body.type);
  res.end(body?.text);
}

/** Writes cookies to the application's own response and forbids caching it. */
export function writeCookies(
  res: ServerResponse | undefined,
  cookies: readonly Cookie[],
): void {
  if (cookies.length === 0 || res === undefined || res.headersSent) return;
  writeHeaders(res, NO_STORE);
  appendCookies(res, cookies);
}

/**
 * Marks a response that depends on the session: that of a signed-in user is
 * private, unless the application says otherwise afterwards.
 */
export function limitCaches(
  res: ServerResponse | undefined,
  isSignedIn: boolean,
): void {
  if (res === undefined || res.headersSent) return;
  if (isSignedIn) return writeHeaders(res, NO_STORE);
  const isSet = res.getHeader("cache-control") !== undefined;
  writeHeaders(res, isSet ? NO_STORE.slice(1) : LIMITED);
}

function writeHeaders(res: ServerResponse, headers: Reply["headers"]): void {
  for (const [name, value] of headers) {
    const vary = name === "vary" ? res.getHeader(name) : undefined;
    const all = vary === undefined
      ? value
      : [...new Set(`${vary},${value}`.split(",").map((one) => one.trim()))]
        .join(", ");
    res.setHeader(name, all);
  }
}

/**
 * Adds one header per cookie; replaces cookies set earlier in this response.
 */
function appendCookies(res: ServerResponse, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return;
  const own = cookies.map(serializeCookie);
  const known = res.getHeader("set-cookie") ?? null;
  if (known === null) return void res.setHeader("set-cookie", own);
  const names = cookies.map((cookie) => `${cookie.name}=`);
  const kept = [known].flat().map(String)
    .filter((header) => !names.some((name) => header.startsWith(name)));
  res.setHeader("set-cookie", [...kept, ...own]);
}
