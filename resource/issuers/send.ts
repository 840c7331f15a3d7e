/**
 * Requests to issuers: one time limit for the whole answer, a limit on its size,
 * and no redirects.
 *
 * @module
 */

import { ProviderUnavailable } from "../../core/errors/errors.ts";
import {
  parseJson,
  type ProviderAnswer,
} from "../../core/methods/oauth/requests/answer.ts";
import {
  fetchWhole,
  type ProviderRequest,
} from "../../core/methods/oauth/requests/http.ts";
import { limitTime } from "../../core/runtime/timeout.ts";
import type { ResolvedIssuer } from "./issuer.ts";

/** Milliseconds for a whole answer. A caller of the API waits for it. */
const LIMIT = 5_000;

/**
 * Sends a request to an issuer.
 *
 * @throws ProviderUnavailable
 */
export async function sendToIssuer(
  issuer: ResolvedIssuer,
  url: string,
  request: Omit<ProviderRequest, "signal">,
): Promise<ProviderAnswer> {
  const abort = new AbortController();
  try {
    return await limitTime(
      fetchWhole(issuer, url, { ...request, signal: abort.signal }),
      LIMIT,
      "An answer",
      (reason) => abort.abort(reason),
    );
  } catch (error) {
    const [path = ""] = url.split("?", 1);
    throw new ProviderUnavailable(
      `${request.method} ${path} of issuer "${issuer.id}" failed.`,
      { cause: error },
    );
  }
}

/**
 * Fetches a JSON object.
 *
 * @throws ProviderUnavailable
 */
export async function fetchJson(
  issuer: ResolvedIssuer,
  url: string,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { accept: "application/json" };
  const answer = await sendToIssuer(issuer, url, { method: "GET", headers });
  if (answer.status !== 200) {
    throw new ProviderUnavailable(
      `GET ${url} of issuer "${issuer.id}" came with ${answer.status}.`,
    );
  }
  return toObject(issuer, url, answer);
}

/**
 * Returns the JSON object of an answer.
 *
 * @throws ProviderUnavailable
 */
export function toObject(
  { id }: ResolvedIssuer,
  url: string,
  answer: ProviderAnswer,
): Readonly<Record<string, unknown>> {
  let value: unknown = null;
  let cause: unknown;
  try {
    value = parseJson(answer);
  } catch (error) {
    cause = error;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new ProviderUnavailable(
    `The answer of ${url} of issuer "${id}" is not a JSON object.`,
    { cause },
  );
}
