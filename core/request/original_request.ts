import type { Context } from "./context.ts";
import type { Body } from "./request_head.ts";

/** A content type, and the text in it. */
interface Text {
  readonly type: string | null;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/**
 * Rebuilds the request to an auth route as a web Request for the application's
 * code: with its public URL, its headers, and a body that can be read as it was
 * sent.
 */
export function toWebRequest(
  { request, url }: Pick<Context, "request" | "url">,
): Request {
  const { method, action, providerId, sent } = request;
  const headers = new Headers();
  for (const [name, value] of sent.headers()) {
    // HTTP/2 pseudo-headers are not headers.
    if (!name.startsWith(":")) headers.append(name, value);
  }
  const segments = providerId === null ? [action] : [action, providerId];
  const { type, body } = toBody(sent.body, headers.get("content-type"));
  if (type !== null) {
    headers.set("content-type", type);
    // These headers describe the text that the application's body parser has
    // read.
    headers.delete("content-length");
    headers.delete("content-encoding");
  }
  return new Request(url(...segments) + sent.search, {
    method,
    headers,
    body,
  });
}

/**
 * Returns the body; one that was parsed by the application is serialised again
 * in its content type.
 */
function toBody(sent: Body | null, type: string | null): Text {
  if (sent === null || sent.kind === "too large") {
    return { type: null, body: null };
  }
  if (sent.kind === "bytes") {
    return { type: null, body: new Uint8Array(sent.bytes) };
  }
  const { value } = sent;
  const form = /^application\/x-www-form-urlencoded\b/i.test(type ?? "")
    ? toFields(value)
    : null;
  return form === null
    ? { type: "application/json", body: JSON.stringify(value ?? null) }
    : { type, body: form.toString() };
}

/** Returns a flat form; null if the parser built a nested value. */
export function toFields(value: unknown): URLSearchParams | null {
  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(value ?? {})) {
    for (const one of [field].flat()) {
      if (typeof one !== "string") return null;
      form.append(name, one);
    }
  }
  return form;
}
