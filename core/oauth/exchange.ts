import * as oauth from "oauth4webapi";
import type { Context } from "../context.ts";
import {
  type AuthError,
  ConfigurationError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../errors.ts";
import type { ResolvedProvider } from "../provider.ts";
import type { Attempt } from "./attempt.ts";
import { toClient, toClientAuth } from "./client.ts";
import { allowsHttp, createProviderFetch } from "./http.ts";
import { hasDuplicateNames } from "./json.ts";
import type { ProviderMetadata } from "./metadata.ts";

/** Seconds. No token lives a hundred years; such a number is a mistake. */
const MAX_EXPIRES_IN = 3_155_760_000;

/**
 * Checks the authorization response (RFC 6749 section 4.1.2, RFC 9207): state,
 * issuer, no duplicates, no error, nothing from the front channel.
 *
 * @throws OAuthCallbackError
 */
export function assertAuthorizationResponse(
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
  attempt: Attempt,
  query: URLSearchParams,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(
      metadata,
      toClient(provider),
      query,
      attempt.state,
    );
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      const refused = new OAuthCallbackError(
        `Provider "${provider.id}" answered "${error.error}".`,
        { cause: new Error(error.error_description ?? "no description") },
      );
      refused.code = error.error;
      throw refused;
    }
    throw new OAuthCallbackError(
      `The authorization response of provider "${provider.id}" failed a check.`,
      { cause: error },
    );
  }
}

/**
 * Trades the code for tokens (OpenID Connect Core section 3.1.3), once: a token
 * request is never repeated. The ID token's claims have been checked when it
 * returns, its signature has not.
 *
 * @throws OAuthCallbackError, ProviderUnavailable or ConfigurationError
 */
export async function exchangeCode(
  ctx: Context,
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
  attempt: Attempt,
  response: URLSearchParams,
): Promise<oauth.TokenEndpointResponse> {
  const client = toClient(provider);
  try {
    const answer = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      toClientAuth(provider, metadata),
      response,
      attempt.redirectUri,
      attempt.verifier,
      {
        [oauth.customFetch]: createProviderFetch(ctx, provider),
        [oauth.allowInsecureRequests]: allowsHttp(metadata.token_endpoint),
      },
    );
    if (answer.status >= 500 || answer.status === 429) {
      throw new ProviderUnavailable(
        `The token endpoint of provider "${provider.id}" answered ${answer.status}.`,
      );
    }
    const text = await answer.clone().text();
    const tokens = await oauth.processAuthorizationCodeResponse(
      metadata,
      client,
      answer,
      {
        expectedNonce: attempt.nonce,
        requireIdToken: true,
        maxAge: readMaxAge(provider),
      },
    );
    assertTokens(provider, answer, text, tokens);
    return tokens;
  } catch (error) {
    throw toTokenError(provider, error);
  }
}

/** An age of the sign-in that was asked for has to be proved (`auth_time`). */
function readMaxAge(
  { params }: ResolvedProvider,
): number | typeof oauth.skipAuthTimeCheck {
  return params.max_age === undefined
    ? oauth.skipAuthTimeCheck
    : Number(params.max_age);
}

/** What oauth4webapi lets pass. */
function assertTokens(
  provider: ResolvedProvider,
  answer: Response,
  text: string,
  { expires_in = 0 }: oauth.TokenEndpointResponse,
): void {
  const type = answer.headers.get("content-type") ?? "";
  const problem = !/^application\/json\s*(?:;|$)/i.test(type)
    ? "is no application/json"
    : hasDuplicateNames(text)
    ? "names a member twice"
    : expires_in > MAX_EXPIRES_IN
    ? "has an expires_in of centuries"
    : null;
  if (problem === null) return;
  throw new OAuthCallbackError(
    `The answer of provider "${provider.id}" to the token request ${problem}.`,
  );
}

function toTokenError(provider: ResolvedProvider, error: unknown): AuthError {
  const where = `The token endpoint of provider "${provider.id}"`;
  if (
    error instanceof ProviderUnavailable || error instanceof OAuthCallbackError
  ) return error;
  if (error instanceof oauth.ResponseBodyError) {
    const cause = new Error(error.error_description ?? "no description");
    if (error.error === "invalid_client") return clientError(where, cause);
    const refused = new OAuthCallbackError(
      `${where} answered "${error.error}".`,
      { cause },
    );
    if (error.error === "invalid_grant") refused.code = "expired";
    return refused;
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return clientError(where, error);
  }
  return new OAuthCallbackError(
    `${where} gave an answer that failed a check${toSkew(error)}.`,
    { cause: error },
  );
}

/** Which time was wrong and by how much: most often a clock is. */
function toSkew(error: unknown): string {
  if (!(error instanceof oauth.OperationProcessingError)) return "";
  if (error.code !== oauth.JWT_TIMESTAMP_CHECK) return "";
  const { claims, claim, now } = error.cause as {
    claims: Readonly<Record<string, unknown>>;
    claim: string;
    now: number;
  };
  const seconds = Math.round(Number(claims[claim]) - now);
  return `: the ID token's ${claim} is ${seconds} s from now; compare the clocks`;
}

function clientError(where: string, cause: Error): ConfigurationError {
  return new ConfigurationError([
    `${where} does not accept the client: check client id, client secret and \`client.token_endpoint_auth_method\`.`,
  ], { cause });
}
