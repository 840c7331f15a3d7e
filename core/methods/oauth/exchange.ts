import * as oauth from "oauth4webapi";
import { decodeJwt } from "jose/jwt/decode";
import type { Context } from "../../request/context.ts";
import {
  AuthError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../errors/errors.ts";
import type { Profile, TokenSet } from "../../model/model.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import type { Attempt } from "../../attempts/oauth_attempt.ts";
import { sendBuilt, toParsedResponse } from "./built_request.ts";
import { toClient, toClientAuth, toClientError, withSecret } from "./client.ts";
import { sendProved } from "./dpop/send.ts";
import { type ProviderAnswer, toJsonAnswer } from "./answer.ts";
import { allowsHttp, limitToProvider } from "./http.ts";
import { describeIssuers, type ProviderMetadata } from "./metadata.ts";
import { toSkew } from "./skew.ts";
import { createTokenFetch, toExtras, withConform } from "./token_request.ts";
import { readTokenAnswer } from "./token_response.ts";

/**
 * Checks the authorization response (RFC 6749 section 4.1.2, RFC 9207): state
 * and issuer match, there are no duplicates and no error, and no tokens come
 * through the front channel.
 *
 * @throws OAuthCallbackError
 */
export function assertAuthorizationResponse(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  attempt: Attempt,
  received: URLSearchParams,
): URLSearchParams {
  const params = new URLSearchParams(received);
  // The issuer cannot be compared if none is declared.
  if (provider.issuer === "" && provider.wellKnown === null) {
    params.delete("iss");
  }
  try {
    const checked = oauth.validateAuthResponse(
      metadata,
      toClient(provider),
      params,
      provider.checks.none ? oauth.skipStateCheck : attempt.state,
    );
    assertOneCode(provider, checked);
    return checked;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (error instanceof oauth.AuthorizationResponseError) {
      const refused = new OAuthCallbackError(
        `Provider "${provider.id}" answered "${error.error}".`,
        { cause: new Error(error.error_description ?? "no description") },
      );
      refused.code = error.error;
      throw refused;
    }
    const where = `The authorization response of provider "${provider.id}"`;
    throw toIssuerError(where, error, received.get("iss")) ??
      new OAuthCallbackError(`${where} failed a check.`, { cause: error });
  }
}

/** Asserts that there is exactly one code. A custom token request works without one, but not with two. */
function assertOneCode(
  { id, token }: ResolvedOAuth,
  params: URLSearchParams,
): void {
  const { length } = params.getAll("code");
  const isMissing = !params.get("code") && token.request === undefined;
  if (length <= 1 && !isMissing) return;
  const found = length > 1
    ? `has ${length} \`code\` parameters`
    : "has no `code`";
  throw new OAuthCallbackError(
    `The authorization response of provider "${id}" ${found}; it must have exactly one (RFC 6749 section 4.1.2). The token endpoint was not asked. Look at what the provider, or a proxy between it and this application, does to the callback URL.`,
  );
}

/** Names both issuers if the issuer check failed. */
function toIssuerError(
  where: string,
  error: unknown,
  received: unknown,
): AuthError | null {
  const isCheck = error instanceof oauth.OperationProcessingError;
  if (!isCheck || !error.message.includes('"iss"')) return null;
  const { expected } = (error.cause ?? {}) as { expected?: unknown };
  if (typeof expected !== "string" || typeof received !== "string") return null;
  const refused = new OAuthCallbackError(
    `${where} ${describeIssuers(received, expected)}`,
    { cause: error },
  );
  refused.shown = [received, expected];
  return refused;
}

/**
 * Exchanges the code for tokens (OpenID Connect Core section 3.1.3), once: a
 * token request is repeated only for the nonce of a DPoP proof. When it returns,
 * the claims of an ID token have been checked, its signature has not.
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
