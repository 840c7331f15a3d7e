import type { CookieAttributes } from "../../http/cookie_policy.ts";
import type { Reply } from "../answer.ts";
import { toContentType } from "../response.ts";

/** The answer as data, which `Auth()` returns with the option {@link raw}. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers by lower-case name, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL that the answer redirects to. */
  readonly redirect?: string | undefined;
  /** A value, HTML, or nothing. */
  readonly body?: unknown;
  /** Cookies to set. */
  readonly cookies: readonly RawCookie[];
}

/** A cookie to set. */
export interface RawCookie {
  /** Name. */
  readonly name: string;
  /** Value; needs no encoding. */
  readonly value: string;
  /** Attributes; without `maxAge` the cookie ends with the browser. */
  readonly options: CookieAttributes & { readonly maxAge?: number | undefined };
}

/** Converts a reply. */
export function toRawResponse(reply: Reply): RawResponse {
  const { location, ...headers } = Object.fromEntries(reply.headers);
  const { body } = reply;
  return {
    status: reply.status,
    headers: body === null
      ? headers
      : { ...headers, "content-type": toContentType(body) },
    redirect: location,
    body: toRawBody(body),
    cookies: reply.cookies.map(({ name, value, maxAge, attributes }) => ({
      name,
      value,
      options: maxAge === null ? attributes : { ...attributes, maxAge },
    })),
  };
}

function toRawBody(body: Reply["body"]): unknown {
  if (body === null) return undefined;
  if ("text" in body) return body.text;
  return "html" in body ? body.html : body.json;
}
