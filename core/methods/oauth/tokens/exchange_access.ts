/**
 * Providers without refresh tokens that give a new access token for one that is
 * still valid.
 *
 * @module
 */

import * as oauth from "oauth4webapi";
import { ReauthenticationRequired } from "../../../errors/token_errors.ts";
import type { TokenSet } from "../../../model/model.ts";
import type { TokenExchange } from "../../../providers/oauth/definition_facts.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import {
  type AccessToken,
  terms,
  type TokenFields,
  type TokenRecord,
} from "../../../vault/record.ts";
import { sendBuilt } from "../requests/built_request.ts";
import { toClient } from "../requests/client.ts";
import type { Grant } from "../grant.ts";
import type { ProviderAnswer } from "../requests/answer.ts";
import { allowsHttp, createProviderFetch } from "../requests/http.ts";
import { findTerms } from "./renewal_terms.ts";
import { createTokenFetch } from "../token_endpoint/token_request.ts";

/** Seconds. A token that ends sooner is one of a sign-in, if it was not exchanged. */
const DAY = 86_400;
/** The name of the term that says that a token was exchanged. */
const EXCHANGED = "exchanged";

/** Whether a token has to be exchanged although it is valid: later it is too late. */
export function isDue(
  { source: { refresh } }: ResolvedOAuth,
  token: AccessToken,
  now: number,
): boolean {
  if (refresh?.exchange === undefined || token.expiresAt === null) return false;
  const left = token.expiresAt - now / 1000;
  const { extend, lives = 0 } = refresh;
  return isLong(token, now)
    ? extend !== undefined && left < lives / 2
    : left < DAY;
}

/** Whether a token is the result of an exchange, or lives as long. */
function isLong({ expiresAt, terms }: AccessToken, now: number): boolean {
  return terms?.[EXCHANGED] !== undefined ||
    expiresAt === null || expiresAt - now / 1000 >= DAY;
}

/** An exchange that is possible now. */
export interface Exchange {
  readonly facts: TokenExchange;
  readonly token: string;
}

/**
 * Finds the exchange for the tokens of a record; null: the provider has refresh
 * tokens.
 *
 * @throws ReauthenticationRequired if the access token has expired, or nothing
 * takes its place
 */
export function findExchange(
  { id, source: { refresh } }: ResolvedOAuth,
  { access }: TokenRecord,
  now: number,
): Exchange | null {
  if (refresh?.exchange === undefined) return null;
  const token = access.find(({ aim }) => aim === "") ?? access[0];
  if (token !== undefined && (token.expiresAt ?? Infinity) > now / 1000) {
    const facts = isLong(token, now) ? refresh.extend : refresh.exchange;
    if (facts !== undefined) return { facts, token: token.token };
  }
  throw new ReauthenticationRequired(
    `Provider "${id}" gives no new access token without the user.`,
  );
}

/** Sends an access token to get another one. */
export async function sendExchange(
  { ctx, provider, metadata }: Omit<Grant, "tokens">,
  { facts: { grant, url, method, auth, name }, token }: Exchange,
): Promise<ProviderAnswer> {
  const { token_endpoint: own = "" } = metadata;
  const secret = provider.clientSecret ?? "";
  return await sendBuilt(
    createTokenFetch({ method }, createProviderFetch(ctx, provider)),
    (fetch) =>
      oauth.genericTokenEndpointRequest(
        { ...metadata, token_endpoint: url ?? own },
        toClient(provider),
        auth === "none" ? () => {} : oauth.ClientSecretPost(secret),
        grant,
        { [name ?? "access_token"]: token },
        {
          [oauth.customFetch]: fetch,
          [oauth.allowInsecureRequests]: allowsHttp(own) &&
            allowsHttp(url ?? own),
        },
      ),
  );
}

/** Adds to exchanged tokens what the answer leaves out. */
export function withExchange(
  { source: { refresh } }: ResolvedOAuth,
  tokens: TokenSet,
  record: TokenRecord,
): TokenSet & TokenFields {
  const { expires_in = refresh?.lives } = tokens;
  const known = { ...findTerms(record), [EXCHANGED]: "1" };
  return { ...tokens, expires_in, [terms]: known };
}
