import type { Context } from "./context.ts";
import type { Body } from "./request_head.ts";

/** What a body is called, and how it is written. */
interface Text {
  readonly type: string | null;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/**
 * The request to an auth route as a web Request, for code of the host's: its
 * public URL, its headers, and a body that can be read as it was sent.
 */
export function toWebRequest(
  { request, url }: Pick<Context, "request" | "url">,
): Request {
  const { method, action, providerId, sent } = request;
  const headers = new Headers();
  for (const [name, value] of sent.headers()) {
    // HTTP/2 has some that are no headers.
    if (!name.startsWith(":")) headers.append(name, value);
  }
  const segments = providerId === null ? [action] : [action, providerId];
  const { type, body } = toText(sent.body, headers.get("content-type"));
  if (type !== null) {
    headers.set("content-type", type);
    // They are about the text that a parser of the host has read.
    headers.delete("content-length");
    headers.delete("content-encoding");
  }
  return new Request(url(...segments) + sent.search, {
    method,
    headers,
    body,
  });
}

/** What a parser of the host has read is written once more, in the words of its type. */
function toText(sent: Body | null, type: string | null): Text {
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

/** A flat form; null for one that a parser has built something else of. */
function toFields(value: unknown): URLSearchParams | null {
  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(value ?? {})) {
    for (const one of [field].flat()) {
      if (typeof one !== "string") return null;
      form.append(name, one);
    }
  }
  return form;
}
