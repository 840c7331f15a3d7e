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
import type { ProviderMetadata } from "./metadata.ts";

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
      ctx.url("callback", provider.id),
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
    return await oauth.processAuthorizationCodeResponse(
      metadata,
      client,
      answer,
      { expectedNonce: attempt.nonce, requireIdToken: true },
    );
  } catch (error) {
    throw toTokenError(provider, error);
  }
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
    `${where} gave an answer that failed a check.`,
    {
      cause: error,
    },
  );
}

function clientError(where: string, cause: Error): ConfigurationError {
  return new ConfigurationError([
    `${where} does not accept the client: check client id, client secret and \`client.token_endpoint_auth_method\`.`,
  ], { cause });
}
