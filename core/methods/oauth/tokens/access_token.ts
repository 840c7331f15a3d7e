/**
 * Gives access tokens that are valid now. They are renewed once for all
 * requests of a process, and once for all processes that share a store.
 *
 * @module
 */

import { ConfigurationError, toRow } from "../../../errors/errors.ts";
import { toAuthError } from "../../../errors/auth_error.ts";
import { NotConnected } from "../../../errors/token_errors.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { shareFlight } from "../../../runtime/serial_queue.ts";
import { toKeeper } from "../../../vault/keepers.ts";
import { type AccessToken, toAim } from "../../../vault/record.ts";
import { resealQuietly } from "../../../vault/reseal.ts";
import { isDue } from "./exchange_access.ts";
import {
  type AccessTokenQuery,
  findToken,
  isUsable,
  listMissing,
} from "./find_token.ts";
import { toConsentRequired } from "./consent.ts";
import { type Obtained, type Renewal, renewToken } from "./renew.ts";

/**
 * Returns an access token that is valid for some time.
 *
 * @throws NotConnected, ConsentRequired, ReauthenticationRequired,
 * ProviderUnavailable, ConfigurationError, AdapterError or StoreError
 */
export async function obtainAccessToken(
  ctx: ProviderContext,
  query: AccessTokenQuery,
): Promise<AccessToken> {
  const provider = findProvider(ctx, query.provider);
  return await findReady(ctx, provider, query) ??
    await obtainAnew(ctx, provider, query);
}

async function obtainAnew(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  query: AccessTokenQuery,
): Promise<AccessToken> {
  const kept = await toKeeper(ctx).find(query);
  if (kept === null) {
    throw new NotConnected(
      `The user has no tokens of provider "${provider.id}".`,
    );
  }
  const { owner, record } = kept;
  const renewal = { provider, query, kept };
  assertGranted(ctx, renewal, findToken(record, query)?.scope ?? null);
  // A resource has scopes of its own, which only its answer can tell.
  if (query.resource === undefined) {
    const first = record.access.find(({ aim }) => aim === "");
    assertGranted(ctx, renewal, first?.scope ?? null);
  }
  const [token, renewed] = await shareFlight(
    toFlightName(ctx, renewal),
    () => renewOrStay(ctx, renewal),
  );
  if (ctx.settings.tokens?.keep === "cookie" && renewed !== null) {
    // Each answer carries the cookie, because one may be lost.
    await toKeeper(ctx).save(owner, renewed, kept);
  }
  assertGranted(ctx, renewal, token.scope);
  return token;
}

/**
 * Finds a token that will do. Refresh tokens are not opened for this, because
 * that takes time.
 */
async function findReady(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  query: AccessTokenQuery,
): Promise<AccessToken | null> {
  const onlyAccess = provider.source.refresh?.exchange === undefined;
  const kept = await toKeeper(ctx).find({ ...query, onlyAccess });
  const token = kept && findToken(kept.record, query);
  if (kept === null || token === null) return null;
  // A token that ends soon is exchanged while it still can be.
  const mustExchange = kept.record.refreshToken !== null &&
    isDue(provider, token, ctx.now);
  const isReady = isUsable(token, query, ctx.now) && !mustExchange &&
    listLacking(provider, token.scope, query.scope).length === 0;
  if (!isReady) return null;
  if (kept.seal === "outdated") await resealQuietly(ctx, kept);
  return token;
}

/**
 * Finds a provider whose tokens are kept for use.
 *
 * @throws ConfigurationError
 */
export function findProvider(
  { settings: { tokens, providers } }: ProviderContext,
  id: string,
): ResolvedOAuth {
  const provider = providers.get(id);
  if (provider !== undefined && isOAuth(provider)) {
    if (tokens?.providers.includes(id)) return provider;
  }
  throw new ConfigurationError([
    `List "${id}" in \`tokens.providers\`, and among the \`providers\`: its tokens are not kept for use.`,
  ]);
}

function assertGranted(
  ctx: ProviderContext,
  { provider, query: { scope, account } }: Omit<Renewal, "kept">,
  granted: readonly string[] | null,
): void {
  const missing = listLacking(provider, granted, scope);
  if (missing.length === 0) return;
  throw toConsentRequired(ctx, provider, { scope: missing, account });
}

/** Lists the scopes that were not granted, if the provider names them as they were asked for. */
function listLacking(
  { source: { tokens } }: ResolvedOAuth,
  granted: readonly string[] | null,
  scope: readonly string[] | undefined,
): readonly string[] {
  return tokens?.perApi ? [] : listMissing(granted, scope);
}

/**
 * Names the flight that requests share. The refresh token is part of it:
 * tenants with a database each may give two users the same ids.
 */
function toFlightName(
  { settings: { key } }: ProviderContext,
  { provider: { clientId, issuer }, query, kept: { owner, record } }: Renewal,
): string {
  const { minValidity, refused } = query;
  const target = [toAim(query), minValidity, refused];
  const place = [key, clientId, issuer, owner, record.refreshToken];
  return `access token ${JSON.stringify([...place, ...target])}`;
}

/** Renews a token; during an outage, the old one stays in use as long as it is valid. */
async function renewOrStay(
  ctx: ProviderContext,
  renewal: Renewal,
): Promise<Obtained> {
  const { provider, query, kept: { record } } = renewal;
  try {
    return await renewToken(ctx, renewal);
  } catch (thrown) {
    const error = toAuthError(thrown);
    const old = findToken(record, query);
    const canStay = error !== null && toRow(error).isOutage === true &&
      old !== null && isUsable(old, { ...query, minValidity: 0 }, readClock());
    if (!canStay) throw thrown;
    ctx.effects.log.warn(
      "tokens",
      `A token of provider "${provider.id}" could not be renewed; the old one, which is still valid, was used. ${error.message}`,
    );
    return [old, null];
  }
}
