/**
 * Requests and responses of the web platform.
 *
 * @module
 */

import { readCapped } from "../core/http/stream.ts";
import type { ResourceAnswer } from "./answers/answer.ts";
import type { ResourceRequest } from "./credential.ts";

/** Maps a request. */
export function toRequest(
  request: Request,
  certificate: ResourceRequest["certificate"] = () => null,
): ResourceRequest {
  return {
    method: request.method,
    // The URL has been parsed and written anew: its path begins with a slash.
    get target() {
      const [url = ""] = request.url.split("#", 1);
      return url.slice(url.indexOf("/", url.indexOf("//") + 2));
    },
    header: (name) => request.headers.get(name),
    json: () => readJson(request),
    certificate,
  };
}

/** The limit on the bytes of a body that a guard reads. */
const MAX_BODY = 4_194_304;

/** Reads a copy of the body; the application reads the body itself. */
async function readJson(request: Request): Promise<unknown> {
  if (request.body === null || request.bodyUsed) return null;
  const bytes = await readCapped(request.clone().body, MAX_BODY);
  try {
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Makes a response. */
export function toResponse(
  { status, headers, body }: ResourceAnswer,
): Response {
  const response = new Response(body, { status });
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}
