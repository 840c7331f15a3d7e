/**
 * Sends requests with proofs, with the nonces that servers want in them.
 *
 * @module
 */

import { signProof } from "./proof.ts";
import { hash } from "../../../crypto/hash.ts";
import { randomText } from "../../../crypto/random.ts";
import { ProviderUnavailable } from "../../../errors/errors.ts";
import type { Awaitable } from "../../../model/model.ts";
import type { DpopKey } from "../../../model/dpop_key.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { sharedCell } from "../../../storage/process_cache.ts";
import type { AccessToken } from "../../../vault/record.ts";
import { parseJson, type ProviderAnswer } from "../requests/answer.ts";
import { createProviderFetch, type ProviderFetch } from "../requests/http.ts";

/** The sender of a request to a provider. */
export interface Sender {
  readonly ctx: ProviderContext;
  readonly provider: ResolvedOAuth;
  /** The key that the request proves; absent: it proves none. */
  readonly key?: DpopKey | undefined;
}

/**
 * Sends a request to an endpoint of the provider, with a proof if there is a
 * key. If the server wants its nonce in the proof (RFC 9449 section 8), the
 * request is made once more, because a client assertion in it must be a new one.
 *
 * @param make makes the request with the fetch that it gets
 * @param token the access token that goes with it
 * @throws ProviderUnavailable, also if the server wants yet another nonce
 */
export async function sendProved(
  { ctx, provider, key }: Sender,
  make: (fetch: ProviderFetch) => Promise<ProviderAnswer>,
  token?: string,
): Promise<ProviderAnswer> {
  const fetch = createProviderFetch(ctx, provider);
  if (key === undefined) return await make(fetch);
  const prover = createProver(key, token);
  const proving: ProviderFetch = async (url, init) => {
    const dpop = await prover.prove(url, init.method);
    const headers = { ...init.headers, dpop };
    const answer = await fetch(url, { ...init, headers });
    prover.remember(url, answer);
    return answer;
  };
  return await sendTwice(provider, () => make(proving), isNonceError);
}

/** A request that carries an access token. */
export interface AuthorizedRequest {
  readonly url: URL;
  readonly init: RequestInit;
}

/**
 * Sends a request with an access token: as a bearer token (RFC 6750 section
 * 2.1), or with a proof if it is bound to a key (RFC 9449 section 7.1). One that
 * lacks the nonce of the API is sent once more, unless its body is a stream.
 *
 * @throws ProviderUnavailable if the API wants yet another nonce, and whatever
 * the provider's fetch throws
 */
export async function sendAuthorized(
  provider: ResolvedOAuth,
  { token, tokenType, key }: AccessToken,
  { url, init }: AuthorizedRequest,
): Promise<Response> {
  const headers = new Headers(init.headers);
  const scheme = { bearer: "Bearer", dpop: "DPoP" }[tokenType] ?? tokenType;
  headers.set("authorization", `${scheme} ${token}`);
  const own = { ...init, headers };
  if (key === undefined) return await provider.fetch(url, own);
  const prover = createProver(key, token);
  // As fetch sends it: only the usual methods are converted to upper case.
  const { method } = new Request(url, { method: init.method ?? "GET" });
  const send = async () => {
    headers.set("dpop", await prover.prove(url.href, method));
    const response = await provider.fetch(url, own);
    prover.remember(url.href, response);
    return response;
  };
  return isReplayable(init.body)
    ? await sendTwice(provider, send, async (response) => {
      if (!isNonceChallenge(response)) return false;
      await response.body?.cancel();
      return true;
    })
    : await send();
}

/** Whether a body can be sent a second time; a stream is gone after the first. */
export function isReplayable(body: RequestInit["body"]): boolean {
  const isStream = body instanceof ReadableStream ||
    typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  return !isStream;
}

async function sendTwice<T>(
  { id }: ResolvedOAuth,
  send: () => Promise<T>,
  lacksNonce: (answer: T) => Awaitable<boolean>,
): Promise<T> {
  for (let tries = 1;; tries++) {
    const answer = await send();
    if (!await lacksNonce(answer)) return answer;
    if (tries === 2) {
      throw new ProviderUnavailable(
        `A server of provider "${id}" refused the DPoP nonce that it had given: each of its answers asks for another one.`,
      );
    }
  }
}

type Head = Pick<Response, "status" | "headers">;

/** Signs the proofs of one request and of its repetition. */
interface Prover {
  prove(url: string, method: string): Promise<string>;
  /** Remembers the nonce for the next proof (RFC 9449 section 8.2). */
  remember(url: string, answer: Head): void;
}

function createProver(key: DpopKey, token?: string): Prover {
  // The nonce of the answer to this very request: by now the cache may hold
  // another.
  let latest: string | undefined;
  return {
    prove: async (url, htm) => {
      const { origin, pathname } = new URL(url);
      return await signProof(key, {
        jti: randomText(16),
        htm,
        htu: origin + pathname,
        iat: Math.floor(readClock() / 1000),
        ath: token === undefined ? undefined : await hash(token),
        nonce: latest ?? toNonceCell(url).value ?? undefined,
      });
    },
    remember: (url, { headers }) => {
      const nonce = headers.get("dpop-nonce");
      if (nonce) toNonceCell(url).value = latest = nonce;
    },
  };
}

function toNonceCell(url: string) {
  return sharedCell<string>("nonce", new URL(url).origin);
}

/** Whether an API refuses a proof for its nonce (RFC 9449 section 9). */
function isNonceChallenge({ status, headers }: Head): boolean {
  const challenge = headers.get("www-authenticate") ?? "";
  return (status === 401 || status === 400) && headers.has("dpop-nonce") &&
    challenge.includes("use_dpop_nonce");
}

/**
 * Whether an endpoint of the provider refuses a proof for its nonce, which it
 * says in the body (RFC 9449 section 8).
 */
function isNonceError(answer: ProviderAnswer): boolean {
  const { status, headers } = answer;
  if (isNonceChallenge(answer)) return true;
  if (status !== 400 && status !== 401 || !headers.has("dpop-nonce")) {
    return false;
  }
  try {
    return Object(parseJson(answer)).error === "use_dpop_nonce";
  } catch {
    return false;
  }
}
