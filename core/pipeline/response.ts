import { type Cookie, serializeCookie } from "../http/cookie_policy.ts";
import type { PassedReply } from "./proxy/passed.ts";
import type { Reply, ReplyBody } from "./answer.ts";

/** The type of a body. */
export function toContentType(body: NonNullable<ReplyBody>): string {
  const type = "html" in body
    ? "text/html"
    : "type" in body
    ? body.type
    : "application/json";
  return `${type}; charset=utf-8`;
}

/** Returns the body as text with its content type, or null without a body. */
export function serializeBody(
  body: ReplyBody,
): { readonly type: string; readonly text: string } | null {
  if (body === null) return null;
  const type = toContentType(body);
  if ("text" in body) return { type, text: body.text };
  return "html" in body
    ? { type, text: body.html }
    : { type, text: body.serialized ?? JSON.stringify(body.json ?? null) };
}

/** A reply as a web-standard Response. */
export function toResponse(reply: Reply): Response {
  const body = serializeBody(reply.body);
  const response = new Response(body?.text ?? null, { status: reply.status });
  // The constructor would convert and copy them as a whole, which takes up to
  // four times as long as setting them.
  const { headers } = response;
  for (const [name, value] of reply.headers) headers.set(name, value);
  if (body !== null) headers.set("content-type", body.type);
  addCookies(headers, reply.cookies);
  return response;
}

/** The answer of a proxy as a web-standard Response. */
export function toPassedResponse(reply: Reply | PassedReply): Response {
  if (!("content" in reply)) return toResponse(reply);
  const { status, content } = reply;
  const response = new Response(content, { status });
  const { headers } = response;
  addCookies(headers, reply.cookies);
  for (const [name, value] of reply.headers) {
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  }
  return response;
}

/** Adds cookies to headers, one Set-Cookie for each. */
export function addCookies(
  headers: Headers,
  cookies: readonly Cookie[],
): void {
  for (const cookie of cookies) {
    headers.append("set-cookie", serializeCookie(cookie));
  }
}

/** Copies a response with other headers, since its own may be immutable. */
export function withHeaders(response: Response, headers: Headers): Response {
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}
