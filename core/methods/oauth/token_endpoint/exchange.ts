import * as oauth from "oauth4webapi";
import { decodeJwt } from "jose/jwt/decode";
import type { Context } from "../../../request/context.ts";
import {
  AuthError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import type { Profile, TokenSet } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { Attempt } from "../../../attempts/oauth_attempt.ts";
import { sendBuilt, toParsedResponse } from "../requests/built_request.ts";
import {
  toClient,
  toClientAuth,
  toClientError,
  withSecret,
} from "../requests/client.ts";
import { sendProved } from "../dpop/send.ts";
import { type ProviderAnswer, toJsonAnswer } from "../requests/answer.ts";
import { allowsHttp, limitToProvider } from "../requests/http.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { toIssuerError } from "../authorization/authorization_response.ts";
import { toSkew } from "../requests/skew.ts";
import { createTokenFetch, toExtras, withConform } from "./token_request.ts";
import { readTokenAnswer } from "./token_response.ts";

/**
 * Exchanges the code for tokens (OpenID Connect Core section 3.1.3), once: a
 * token request is repeated only for the nonce of a DPoP proof. When it
 * returns, the claims of an ID token have been checked, but not its signature.
 *
 * @throws OAuthCallbackError, ProviderUnavailable or ConfigurationError
 */
export async function exchangeCode(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  attempt: Attempt,
  params: URLSearchParams,
): Promise<TokenSet> {
  try {
    const { request } = provider.token;
    const answer = request === undefined
      ? await requestTokens(ctx, provider, metadata, attempt, params)
      : toJsonAnswer(await askHost(ctx, provider, attempt, params));
    const { status, body } = readTokenAnswer(provider, answer);
    return await processTokens(provider, metadata, attempt, status, body);
  } catch (error) {
    throw toTokenError(provider, error);
  }
}

async function requestTokens(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  attempt: Attempt,
  params: URLSearchParams,
): Promise<ProviderAnswer> {
  const auth = toClientAuth(await withSecret(ctx, provider), metadata);
  const options = {
    additionalParameters: toExtras(provider.token, params),
    [oauth.allowInsecureRequests]: allowsHttp(metadata.token_endpoint ?? ""),
  };
  const answer = await sendProved(
    { ctx, provider, key: attempt.dpop },
    (fetch) =>
      sendBuilt(
        createTokenFetch(provider.token, fetch),
        (built) =>
          oauth.authorizationCodeGrantRequest(
            metadata,
            toClient(provider),
            auth,
            params,
            attempt.redirectUri,
            attempt.verifier ?? oauth.nopkce,
            { ...options, [oauth.customFetch]: built },
          ),
      ),
  );
  return await withConform(ctx, provider, answer);
}

/** Calls the application's own token request. Its result is checked like any answer. */
async function askHost(
  ctx: Context,
  provider: ResolvedOAuth,
  attempt: Attempt,
  params: URLSearchParams,
): Promise<unknown> {
  try {
    const answer = await limitToProvider(ctx, () =>
      provider.token.request?.({
        params: Object.fromEntries(params),
        checks: {
          code_verifier: attempt.verifier ?? undefined,
          state: provider.checks.none ? undefined : attempt.state,
          nonce: attempt.nonce ?? undefined,
        },
        // The redirect URI that was sent: behind a redirect proxy it is the proxy's.
        provider: { ...provider.source, callbackUrl: attempt.redirectUri },
      }));
    return { token_type: "bearer", ...answer?.tokens };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new ProviderUnavailable(
      `The token request of provider "${provider.id}" failed.`,
      { cause: error },
    );
  }
}

async function processTokens(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  attempt: Attempt,
  status: number,
  body: unknown,
): Promise<TokenSet> {
  const answer = await oauth.processAuthorizationCodeResponse(
    withTokenIssuer(provider, metadata, body),
    toClient(provider),
    toParsedResponse(status, body),
    {
      expectedNonce: attempt.nonce ?? oauth.expectNoNonce,
      requireIdToken: provider.type === "oidc",
      maxAge: attempt.maxAge ?? oauth.skipAuthTimeCheck,
    },
  );
  return answer as TokenSet;
}

/**
 * Sets the issuer that this ID token must name. A multi-tenant provider derives
 * it from the claims, which the signature still has to confirm.
 */
export function withTokenIssuer(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  body: unknown,
): ProviderMetadata {
  const { id_token } = body as { id_token?: unknown };
  if (provider.issuerFrom === null || typeof id_token !== "string") {
    return metadata;
  }
  const claims = decodeJwt(id_token) as Profile;
  return { ...metadata, issuer: provider.issuerFrom(claims) };
}

function toTokenError(provider: ResolvedOAuth, error: unknown): AuthError {
  const where = `The token endpoint of provider "${provider.id}"`;
  if (error instanceof AuthError) return error;
  if (error instanceof oauth.ResponseBodyError) {
    const cause = new Error(error.error_description ?? "no description");
    if (error.error === "invalid_client") return toClientError(where, cause);
    const refused = new OAuthCallbackError(
      `${where} answered "${error.error}".`,
      { cause },
    );
    if (error.error === "invalid_grant") refused.code = "expired";
    return refused;
  }
  const { claims } = (error as { cause?: { claims?: Profile } }).cause ?? {};
  return toIssuerError(
    `The ID token of provider "${provider.id}"`,
    error,
    claims?.iss,
  ) ?? new OAuthCallbackError(
    `${where} gave an answer that failed a check${toSkew(error)}.`,
    { cause: error },
  );
}
