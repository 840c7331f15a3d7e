/**
 * The requests and answers of the sketches, in a form that does not depend on
 * the server.
 *
 * @module
 */

/** Sketches read no more of a request than this. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Sketches answer with this, and each server converts it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Cookies in addition to the one in `headers`. */
  readonly cookies?: readonly string[];
  readonly body: string | null;
}

/** Converts an answer. */
export function toResponse(
  { status, headers, cookies, body }: Answer,
): Response {
  if (cookies === undefined) return new Response(body, { status, headers });
  const all = new Headers(headers);
  for (const cookie of cookies) all.append("set-cookie", cookie);
  return new Response(body, { status, headers: all });
}
