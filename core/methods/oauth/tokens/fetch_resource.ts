/**
 * Sends requests to a provider's API with the user's access token.
 *
 * @module
 */

import { ConfigurationError } from "../../../errors/errors.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import type { Awaitable } from "../../../model/model.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import type { AccessToken } from "../../../vault/record.ts";
import { toScopes } from "../../../vault/record.ts";
import { isReplayable, sendAuthorized } from "../dpop/send.ts";
import { obtainAccessToken } from "./access_token.ts";
import type { AccessTokenQuery } from "./find_token.ts";
import { toConsentRequired } from "./consent.ts";

/** A request to an API. */
export interface ResourceRequest {
  readonly url: string | URL;
  readonly init: RequestInit;
}

/** The limit on redirects within one origin. */
const MAX_REDIRECTS = 10;

/**
 * Sends a request with an access token. A token that the API refuses is renewed
 * once, if the body can be sent again.
 *
 * @returns the API's response; a redirect to another origin is not followed
 * @throws ConsentRequired if the API needs another scope, ConfigurationError for
 * an origin that is not listed, and the errors of {@link obtainAccessToken}
 */
export async function fetchResource(
  ctx: ProviderContext,
  query: AccessTokenQuery,
  { url: input, init }: ResourceRequest,
): Promise<Response> {
  const provider = findListed(ctx, query.provider, input);
  return await sendWithToken(ctx, query, {
    provider,
    url: new URL(input),
    init,
  });
}

/**
 * Sends a request with an access token to a URL that the caller has checked. A
 * token that the API refuses is renewed once, if the body can be sent again.
 *
 * @throws ConsentRequired, and the errors of {@link obtainAccessToken}
 */
export async function sendWithToken(
  ctx: ProviderContext,
  query: AccessTokenQuery,
  request: TokenRequest,
): Promise<Response> {
  const { provider, init } = request;
  const requester = { provider, query };
  const { signal } = init;
  const token = await unlessAborted(
    signal,
    () => obtainAccessToken(ctx, query),
  );
  const response = await send(request, token);
  if (!await isTokenRefused(ctx, requester, response)) return response;
  if (await isReplacement(ctx, token)) return response;
  const refused = { ...query, refused: token.token };
  const renewed = await unlessAborted(
    signal,
    () => obtainAccessToken({ ...ctx, now: readClock() }, refused),
  );
  await markReplacement(ctx, renewed);
  // The next request has the new token.
  if (!isReplayable(init.body)) return response;
  await response.body?.cancel();
  const second = await send(request, renewed);
  await isTokenRefused(ctx, requester, second);
  return second;
}

/** Seconds for which a token that took the place of a refused one is not renewed, whatever the API says of it. */
const PAUSE = 60;

async function toMark({ settings }: ProviderContext, { token }: AccessToken) {
  return `tokens:replacement:${await settings.keyring.engine.hash(token)}`;
}

/**
 * Remembers that a token took the place of one that the API had refused. An API
 * that finds any token invalid would cause a refresh with each request.
 */
async function markReplacement(
  ctx: ProviderContext,
  token: AccessToken,
): Promise<void> {
  const { store, log } = ctx.effects;
  try {
    await store.set(await toMark(ctx, token), "made", PAUSE);
  } catch (error) {
    // The token is there, and may well be accepted.
    log.error(error as Error);
  }
}

/** @throws StoreError */
async function isReplacement(
  ctx: ProviderContext,
  token: AccessToken,
): Promise<boolean> {
  const key = await toMark(ctx, token);
  const [known] = await ctx.effects.store.get([key]);
  return typeof known === "string";
}

/** Waits for work that others may share, until the caller gives up. */
async function unlessAborted<T>(
  signal: AbortSignal | null | undefined,
  work: () => Awaitable<T>,
): Promise<T> {
  signal?.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** The provider whose token a request has, and what the token was asked for. */
interface Requester {
  readonly provider: ResolvedOAuth;
  readonly query: AccessTokenQuery;
}

/**
 * Whether the API finds the token invalid.
 *
 * @throws ConsentRequired if it needs another scope
 */
async function isTokenRefused(
  ctx: ProviderContext,
  { provider, query: { account } }: Requester,
  response: Response,
): Promise<boolean> {
  const { error, scope } = readChallenge(response);
  if (error === "insufficient_scope") {
    await response.body?.cancel();
    const missing = toScopes(scope) ?? [];
    throw toConsentRequired(ctx, provider, { scope: missing, account });
  }
  return response.status === 401 && error === "invalid_token";
}

/**
 * Finds the provider, if it lists the origin of a URL: the owner of any other
 * origin could use a token that is sent there.
 */
function findListed(
  { settings }: ProviderContext,
  id: string,
  input: string | URL,
): ResolvedOAuth {
  const provider = settings.providers.get(id);
  const origin = toOrigin(String(input));
  if (provider !== undefined && isOAuth(provider) && origin !== null) {
    const listed = new Map(Object.entries(settings.tokens?.resources ?? {}));
    const isListed = listed.get(id)?.some((one) => toOrigin(one) === origin);
    if (isListed) return provider;
  }
  throw new ConfigurationError([
    `List the origin ${
      origin ?? "of the absolute URL"
    } for provider "${id}" in \`tokens.resources\`: access tokens are sent nowhere else.`,
  ]);
}

function toOrigin(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}

/** A request to a URL that may get the provider's tokens. */
export interface TokenRequest {
  readonly provider: ResolvedOAuth;
  readonly url: URL;
  readonly init: RequestInit;
}

async function send(
  { provider, url, init }: TokenRequest,
  token: AccessToken,
): Promise<Response> {
  const own = { ...init, redirect: "manual" } as const;
  let target = url;
  for (let i = 0;; i++) {
    const request = { url: target, init: own };
    const response = await sendAuthorized(provider, token, request);
    const next = findRedirect(response, target, init);
    if (next === null || i === MAX_REDIRECTS) return response;
    await response.body?.cancel();
    target = next;
  }
}

/** Returns where a redirect within the origin leads, for requests that only read. */
function findRedirect(
  { status, headers }: Response,
  from: URL,
  { method = "GET", redirect = "follow" }: RequestInit,
): URL | null {
  const location = headers.get("location");
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || location === null || redirect !== "follow") return null;
  if (!/^(?:GET|HEAD)$/i.test(method)) return null;
  const next = URL.canParse(location, from.href)
    ? new URL(location, from.href)
    : null;
  return next?.origin === from.origin ? next : null;
}

/** The parameters of a Bearer challenge (RFC 6750 section 3). */
interface Challenge {
  readonly error: string | null;
  readonly scope: string | null;
}

/** The limit on the characters of a header that is looked at. */
const MAX_CHALLENGE = 4096;

function readChallenge({ headers }: Response): Challenge {
  const text = (headers.get("www-authenticate") ?? "").slice(0, MAX_CHALLENGE);
  return {
    error: /(?:^|[\s,])error="([^"]*)"/i.exec(text)?.[1] ?? null,
    scope: /(?:^|[\s,])scope="([^"]*)"/i.exec(text)?.[1] ?? null,
  };
}
