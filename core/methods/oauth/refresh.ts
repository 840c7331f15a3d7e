import * as oauth from "oauth4webapi";
import { decodeJwt } from "jose";
import { AuthError, ProviderUnavailable } from "../../errors/errors.ts";
import { ReauthenticationRequired } from "../../errors/token_errors.ts";
import type { TokenSet } from "../../model/model.ts";
import { toTexts } from "../../providers/endpoint_params.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import type { ProviderContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import type { TokenFields, TokenRecord, Wish } from "../../vault/record.ts";
import { toClient, toClientAuth, toClientError, withSecret } from "./client.ts";
import { findExchange, sendExchange, withExchange } from "./exchange_access.ts";
import { allowsHttp, limitToProvider, toJsonResponse } from "./http.ts";
import type { Grant } from "./grant.ts";
import { type ProviderMetadata, readMetadata } from "./metadata.ts";
import { refuse, verifySignature } from "./signature.ts";
import { findTerms, toRepeated } from "./renewal_terms.ts";
import { createTokenFetch, withServer } from "./token_request.ts";
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
): Promise<TokenSet & TokenFields> {
  const { record } = request;
  const exchange = findExchange(provider, record, readClock());
  const known = await readMetadata(ctx, provider);
  const metadata = toRefreshMetadata(provider, known, record);
  try {
    const grant = { ctx, provider, metadata };
    const response = await conform(
      grant,
      exchange === null
        ? await send(grant, request)
        : await sendExchange(grant, exchange),
    );
    const { status, body } = await readTokenAnswer(provider, response);
    const tokens = await oauth.processRefreshTokenResponse(
      metadata,
      toClient(provider),
      toJsonResponse(
        // Some servers answer an error with status 200.
        status === 200 && typeof body.error === "string" ? 400 : status,
        withoutForeignToken(provider, body),
      ),
    ) as TokenSet;
    await verifyRenewed({ ...grant, tokens }, record);
    return exchange === null ? tokens : withExchange(provider, tokens, record);
  } catch (error) {
    throw toRefreshError(provider, error);
  }
}

/** The URL that the definition has for refreshes, or the token endpoint of the user's server. */
function toRefreshMetadata(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  record: TokenRecord,
): ProviderMetadata {
  const url = provider.source.refresh?.url;
  if (url !== undefined) return { ...metadata, token_endpoint: url };
  const params = new URLSearchParams(findTerms(record));
  return withServer(provider, metadata, params);
}

/** Fixes an answer as at a sign-in. */
async function conform(
  { ctx, provider: { token } }: Omit<Grant, "tokens">,
  answer: Response,
): Promise<Response> {
  const { conform } = token;
  if (conform === undefined) return answer;
  return await limitToProvider(ctx, () => conform(answer.clone())) ?? answer;
}

async function send(
  { ctx, provider, metadata }: Omit<Grant, "tokens">,
  { record, refreshToken, wish: { scope = [], resource } }: RefreshRequest,
): Promise<Response> {
  const { token, source: { refresh = {} } } = provider;
  const form = { ...token, format: refresh.format ?? token.format };
  return await oauth.refreshTokenGrantRequest(
    metadata,
    toClient(provider),
    refresh.auth === "client_id"
      ? oauth.None()
      : toClientAuth(await withSecret(ctx, provider), metadata),
    refreshToken,
    {
      additionalParameters: {
        ...toTexts(token.params ?? {}),
        ...toRepeated(provider, record),
        ...(scope.length === 0 ? {} : { scope: scope.join(" ") }),
        ...(resource === undefined ? {} : { resource }),
      },
      [oauth.customFetch]: createTokenFetch(ctx, provider, form),
      [oauth.allowInsecureRequests]: allowsHttp(metadata.token_endpoint ?? ""),
    },
  );
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
    const { refusals = [] } = provider.source.refresh ?? {};
    if (["invalid_grant", ...refusals].includes(error.error)) {
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
