/**
 * Requests that oauth4webapi builds, and responses that it checks.
 *
 * @module
 */

import { type ProviderAnswer, toResponse } from "./answer.ts";
import type { ProviderFetch } from "./http.ts";

/** The fetch of a request that oauth4webapi builds. */
export type BuiltFetch = (
  url: string,
  init: Parameters<ProviderFetch>[1],
) => Promise<Response>;

const UNREAD = new Response(null);

/**
 * Sends a request that oauth4webapi builds. It returns the response of its
 * fetch without looking at it.
 *
 * @param send builds the request, and sends it with the fetch that it receives
 */
export async function sendBuilt(
  fetch: ProviderFetch,
  send: (fetch: BuiltFetch) => Promise<unknown>,
): Promise<ProviderAnswer> {
  let answer: ProviderAnswer | undefined;
  await send(async (url, init) => {
    answer = await fetch(url, init);
    return UNREAD;
  });
  if (answer === undefined) throw new TypeError("no request was sent");
  return answer;
}

/** Makes a response without `www-authenticate`: oauth4webapi would report the challenge instead of the error in the body. */
export function withoutChallenge(answer: ProviderAnswer): Response {
  const response = toResponse(answer);
  response.headers.delete("www-authenticate");
  return response;
}

/** A response whose JSON has been parsed already. */
class ParsedResponse extends Response {
  readonly #value: unknown;

  constructor(status: number, value: unknown) {
    super(null, { status, headers: { "content-type": "application/json" } });
    this.#value = value;
  }

  override json(): Promise<unknown> {
    return Promise.resolve(this.#value);
  }

  override clone(): ParsedResponse {
    return new ParsedResponse(this.status, this.#value);
  }
}

/** Makes a response of parsed JSON, for the checks of oauth4webapi. */
export function toParsedResponse(status: number, value: unknown): Response {
  return new ParsedResponse(status, value);
}
