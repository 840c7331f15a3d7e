/**
 * Requests and responses of the web platform.
 *
 * @module
 */

import type { ResourceAnswer } from "./answers/answer.ts";
import type { ResourceRequest } from "./credential.ts";

/** Maps a request. */
export function toRequest(request: Request): ResourceRequest {
  return {
    method: request.method,
    get target() {
      const { pathname, search } = new URL(request.url);
      return `${pathname}${search}`;
    },
    header: (name) => request.headers.get(name),
  };
}

/** Makes a response. */
export function toResponse(
  { status, headers, body }: ResourceAnswer,
): Response {
  const response = new Response(body, { status });
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}
