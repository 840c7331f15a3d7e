/**
 * Sends requests to a provider's API with the user's access token (RFC 6750).
 *
 * @module
 */

import { ConfigurationError } from "../../errors/errors.ts";
import { ConsentRequired } from "../../errors/token_errors.ts";
import { isOAuth, type ResolvedOAuth } from "../../providers/oauth_provider.ts";
import type { ProviderContext } from "../../request/context.ts";
import type { AccessToken } from "../../vault/record.ts";
import { toScopes } from "../../vault/record.ts";
import { type AccessTokenQuery, obtainAccessToken } from "./access_token.ts";

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
  const token = await obtainAccessToken(ctx, query);
  const response = await send(request, token);
  const challenge = readChallenge(response);
  if (challenge.error === "insufficient_scope") {
    await response.body?.cancel();
    throw toConsent(query, challenge.scope);
  }
  const canRetry = response.status === 401 && isReplayable(request.init.body) &&
    challenge.error === "invalid_token";
  if (!canRetry) return response;
  await response.body?.cancel();
  const renewed = await obtainAccessToken(ctx, {
    ...query,
    refused: token.token,
  });
  return await send(request, renewed);
}

/**
 * Finds the provider, if it lists the origin of a URL: a token that is sent to
 * another one can be used by its owner.
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
  const headers = authorize(new Headers(init.headers), token);
  const own = { ...init, headers, redirect: "manual" } as const;
  let target = url;
  for (let i = 0;; i++) {
    const response = await provider.fetch(target, own);
    const next = findRedirect(response, target, init);
    if (next === null || i === MAX_REDIRECTS) return response;
    await response.body?.cancel();
    target = next;
  }
}

/** Adds a token to the headers of a request. */
function authorize(
  headers: Headers,
  { token, tokenType }: AccessToken,
): Headers {
  const scheme = tokenType === "bearer" ? "Bearer" : tokenType;
  headers.set("authorization", `${scheme} ${token}`);
  return headers;
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

function toConsent(
  { provider }: AccessTokenQuery,
  scope: string | null,
): ConsentRequired {
  const error = new ConsentRequired(
    `The API of provider "${provider}" needs a scope that the user has not granted.`,
  );
  error.scope = toScopes(scope) ?? [];
  return error;
}

/** Whether a body can be sent a second time; a stream is gone after the first. */
function isReplayable(body: RequestInit["body"]): boolean {
  const isStream = body instanceof ReadableStream ||
    typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  return !isStream;
}
