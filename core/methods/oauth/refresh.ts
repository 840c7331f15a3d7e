import * as oauth from "oauth4webapi";
import { decodeJwt } from "jose";
import { AuthError, ProviderUnavailable } from "../../errors/errors.ts";
import { ReauthenticationRequired } from "../../errors/token_errors.ts";
import type { DpopKey } from "../../model/dpop_key.ts";
import type { TokenSet } from "../../model/model.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import type { ProviderContext } from "../../request/context.ts";
import { findKey, type TokenRecord, type Wish } from "../../vault/record.ts";
import { toClient, toClientAuth, toClientError, withSecret } from "./client.ts";
import { assertBound } from "./dpop/assert_bound.ts";
import { sendProved } from "./dpop/send.ts";
import { allowsHttp, toJsonResponse } from "./http.ts";
import type { Grant } from "./grant.ts";
import { type ProviderMetadata, readMetadata } from "./metadata.ts";
import { refuse, verifySignature } from "./signature.ts";
import { createTokenFetch } from "./token_request.ts";
import { readTokenAnswer } from "./token_response.ts";

/** The tokens to renew, and what the new access token is for. */
export interface RefreshRequest {
  readonly record: TokenRecord;
  readonly refreshToken: string;
  readonly wish: Wish;
}

/**
 * Renews tokens (RFC 6749 section 6). A new ID token has to be about the same
 * user (OpenID Connect Core section 12.2), and changes no session.
 *
 * @throws ReauthenticationRequired if the provider refuses the refresh token,
 * ProviderUnavailable if it cannot answer, ConfigurationError if it refuses the
 * client
 */
export async function refreshTokens(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  request: RefreshRequest,
): Promise<TokenSet> {
  const key = findBoundKey(provider, request.record);
  const metadata = withRefreshUrl(provider, await readMetadata(ctx, provider));
  try {
    const grant = { ctx, provider, metadata, key };
    const response = await send(grant, request);
    const { status, body } = await readTokenAnswer(provider, response);
    const tokens = await oauth.processRefreshTokenResponse(
      metadata,
      toClient(provider),
      toJsonResponse(status, withoutForeignToken(provider, body)),
    ) as TokenSet;
    assertBound(provider, tokens, key);
    await verifyRenewed({ ...grant, tokens }, request.record);
    return tokens;
  } catch (error) {
    throw toRefreshError(provider, error);
  }
}

/** Finds the key of the tokens, with which the new ones have to be bound again. */
function findBoundKey(
  { id, source }: ResolvedOAuth,
  record: TokenRecord,
): DpopKey | undefined {
  const key = findKey(record);
  if (!source.dpop || key !== undefined) return key;
  throw new ReauthenticationRequired(
    `The tokens of provider "${id}" are from before \`dpop\` was switched on, and bearer tokens are not renewed.`,
  );
}

/** The token endpoint, or the URL that the definition has for refreshes. */
function withRefreshUrl(
  { source }: ResolvedOAuth,
  metadata: ProviderMetadata,
): ProviderMetadata {
  const url = source.refresh?.url;
  return url === undefined ? metadata : { ...metadata, token_endpoint: url };
}

async function send(
  grant: Omit<Grant, "tokens">,
  { refreshToken, wish: { scope = [], resource } }: RefreshRequest,
): Promise<Response> {
  const { ctx, provider, metadata } = grant;
  const auth = toClientAuth(await withSecret(ctx, provider), metadata);
  const options = {
    additionalParameters: {
      ...(scope.length === 0 ? {} : { scope: scope.join(" ") }),
      ...(resource === undefined ? {} : { resource }),
    },
    [oauth.allowInsecureRequests]: allowsHttp(metadata.token_endpoint ?? ""),
  };
  return await sendProved(grant, (fetch) =>
    oauth.refreshTokenGrantRequest(
      metadata,
      toClient(provider),
      auth,
      refreshToken,
      { ...options, [oauth.customFetch]: createTokenFetch(provider, fetch) },
    ));
}

/** A plain OAuth server may send an ID token that no one asked for. */
function withoutForeignToken(
  { type }: ResolvedOAuth,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (type === "oidc" && body.id_token !== "") return body;
  const { id_token: _, ...rest } = body;
  return rest;
}

/** Claims that must not change from one ID token to the next. */
const FIXED = ["iss", "sub", "auth_time"];

async function verifyRenewed(
  grant: Grant,
  { idToken }: TokenRecord,
): Promise<void> {
  const { provider, tokens: { id_token } } = grant;
  if (id_token === undefined) return;
  await verifySignature(grant, { kind: "ID token", text: id_token });
  if (idToken === null) return;
  const before = decodeJwt(idToken);
  const after = decodeJwt(id_token);
  const changed = FIXED.find((name) =>
    before[name] !== undefined && after[name] !== undefined &&
    before[name] !== after[name]
  );
  if (changed === undefined) return;
  throw refuse(provider, `its ${changed} is not that of the one before`);
}

function toRefreshError(provider: ResolvedOAuth, error: unknown): AuthError {
  const where = `The token endpoint of provider "${provider.id}"`;
  if (error instanceof AuthError) return error;
  if (error instanceof oauth.ResponseBodyError) {
    const cause = new Error(error.error_description ?? "no description");
    if (error.error === "invalid_client") return toClientError(where, cause);
    if (error.error === "invalid_grant") {
      return new ReauthenticationRequired(
        `${where} refused the refresh token.`,
        { cause },
      );
    }
    return new ProviderUnavailable(
      `${where} answered "${error.error}" to a refresh.`,
      { cause },
    );
  }
  return new ProviderUnavailable(
    `${where} answered a refresh in a way that failed a check.`,
    { cause: error },
  );
}
