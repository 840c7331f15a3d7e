import * as oauth from "oauth4webapi";
import { type AuthError, ProviderUnavailable } from "../../../errors/errors.ts";
import { ReauthenticationRequired } from "../../../errors/token_errors.ts";
import type { DpopKey } from "../../../model/dpop_key.ts";
import type { TokenSet } from "../../../model/model.ts";
import { toTexts } from "../../../providers/oauth/endpoint_params.ts";
import { usesDpop } from "../../../providers/oauth/fapi.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import {
  findKey,
  type TokenFields,
  type TokenOwner,
  type TokenRecord,
} from "../../../vault/record.ts";
import { sendBuilt, toParsedResponse } from "../requests/built_request.ts";
import { toClient, toClientAuth, withSecret } from "../requests/client.ts";
import { assertBound } from "../dpop/assert_bound.ts";
import { sendProved } from "../dpop/send.ts";
import { withTokenIssuer } from "../token_endpoint/exchange.ts";
import { findExchange, sendExchange, withExchange } from "./exchange_access.ts";
import type { Grant } from "../grant.ts";
import type { ProviderAnswer } from "../requests/answer.ts";
import { allowsHttp } from "../requests/http.ts";
import { readMetadata } from "../discovery/metadata.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { assertSameUser, namesSameUser } from "./renewed_id_token.ts";
import type { AccountTokenTarget } from "./find_token.ts";
import { toRefreshError } from "./refresh_error.ts";
import { findTerms, toRepeated } from "./renewal_terms.ts";
import {
  createTokenFetch,
  withConform,
  withServer,
} from "../token_endpoint/token_request.ts";
import { readTokenAnswer } from "../token_endpoint/token_response.ts";

/** The tokens to renew, and what the new access token is for. */
export interface RefreshRequest {
  readonly owner: TokenOwner;
  readonly record: TokenRecord;
  readonly refreshToken: string;
  readonly target: AccountTokenTarget;
}

/**
 * An answer that fails a check, and that has a new refresh token of the same
 * user: the one that was sent is used up.
 */
export class RotatedAndRefused extends Error {
  /** The error of the check. */
  readonly error: AuthError;
  /** The refresh token of the answer. */
  readonly refreshToken: string;

  /** Creates the error of an answer. */
  constructor(error: AuthError, refreshToken: string) {
    super(error.message, { cause: error });
    this.error = error;
    this.refreshToken = refreshToken;
  }
}

/**
 * Renews tokens (RFC 6749 section 6). A new ID token has to be about the same
 * user (OpenID Connect Core section 12.2), and changes no session.
 *
 * @throws ReauthenticationRequired if the provider refuses the refresh token,
 * ConsentRequired if it refuses the scopes, ProviderUnavailable if it does not
 * answer or its answer fails a check, ConfigurationError if it refuses the
 * client, RotatedAndRefused
 */
export async function refreshTokens(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  request: RefreshRequest,
): Promise<TokenSet & TokenFields> {
  const { record } = request;
  const exchange = findExchange(provider, record, readClock());
  const key = findBoundKey(provider, record);
  const known = await readMetadata(ctx, provider);
  const metadata = toRefreshMetadata(provider, known, record);
  let answer: ProviderAnswer | null = null;
  let rotated: string | null = null;
  try {
    const sender = { ctx, provider, metadata, key };
    answer = exchange === null
      ? await send(sender, request)
      : await sendExchange(sender, exchange);
    answer = await withConform(ctx, provider, answer);
    const { status, body } = readTokenAnswer(provider, answer);
    rotated = findRotated(provider, request, body);
    const own = withTokenIssuer(provider, metadata, body);
    const tokens = await oauth.processRefreshTokenResponse(
      own,
      toClient(provider),
      toParsedResponse(
        // Some servers answer an error with status 200.
        status === 200 && typeof body.error === "string" ? 400 : status,
        withoutForeignToken(provider, body),
      ),
    ) as TokenSet;
    assertBound(provider, tokens, key);
    const grant = { ctx, provider, metadata: own, tokens };
    await assertSameUser(grant, request);
    return exchange === null ? tokens : withExchange(provider, tokens, record);
  } catch (error) {
    const why = toRefreshError({ ctx, provider }, request.target, error);
    if (rotated !== null) throw new RotatedAndRefused(why, rotated);
    throw withRetryAfter(why, answer);
  }
}

/** Finds a new refresh token, unless the ID token beside it is about another user. */
function findRotated(
  provider: ResolvedOAuth,
  request: RefreshRequest,
  { error, refresh_token: token, id_token: idToken }: Readonly<
    Record<string, unknown>
  >,
): string | null {
  const isNew = typeof token === "string" && token !== "" &&
    token !== request.refreshToken && error === undefined;
  const isSame = provider.type !== "oidc" || !idToken ||
    namesSameUser(provider, request, idToken);
  return isNew && isSame ? token : null;
}

/** Finds the key of the tokens, with which the new ones have to be bound again. */
function findBoundKey(
  provider: ResolvedOAuth,
  record: TokenRecord,
): DpopKey | undefined {
  const key = findKey(record);
  if (!usesDpop(provider) || key !== undefined) return key;
  throw new ReauthenticationRequired(
    `The tokens of provider "${provider.id}" are from before \`dpop\` was switched on, and bearer tokens are not renewed.`,
  );
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

async function send(
  grant: Omit<Grant, "tokens">,
  { record, refreshToken, target: { scope = [], resource } }: RefreshRequest,
): Promise<ProviderAnswer> {
  const { ctx, provider, metadata } = grant;
  const { token, source: { refresh = {} } } = provider;
  const form = { ...token, format: refresh.format ?? token.format };
  const auth = refresh.auth === "client_id"
    ? oauth.None()
    : toClientAuth(await withSecret(ctx, provider), metadata);
  const options = {
    additionalParameters: {
      ...toTexts(token.params ?? {}),
      ...toRepeated(provider, record),
      ...(scope.length === 0 ? {} : { scope: scope.join(" ") }),
      ...(resource === undefined ? {} : { resource }),
    },
    [oauth.allowInsecureRequests]: allowsHttp(metadata.token_endpoint ?? ""),
  };
  return await sendProved(
    grant,
    (fetch) =>
      sendBuilt(
        createTokenFetch(form, fetch),
        (built) =>
          oauth.refreshTokenGrantRequest(
            metadata,
            toClient(provider),
            auth,
            refreshToken,
            { ...options, [oauth.customFetch]: built },
          ),
      ),
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

/** Adds the seconds that the provider wants us to wait (RFC 9110 section 10.2.3). */
function withRetryAfter(
  error: AuthError,
  answer: ProviderAnswer | null,
): AuthError {
  const text = answer?.headers.get("retry-after") ?? "";
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : (Date.parse(text) - readClock()) / 1000;
  if (error instanceof ProviderUnavailable && seconds > 0) {
    error.retryAfter = Math.ceil(seconds);
  }
  return error;
}
