import { createLocalJWKSet } from "jose/jwks/local";
import type { ProviderContext } from "../../../request/context.ts";
import {
  ConfigurationError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import {
  isFapi,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import { sharedCell } from "../../../storage/process_cache.ts";
import { readCell, refreshCell } from "./cached.ts";
import type { FindKey, ProviderMetadata } from "./provider_metadata.ts";
import { isKeySet } from "../requests/json.ts";
import { checkMetadata } from "./checked_metadata.ts";
import { parseJson } from "../requests/answer.ts";
import { createProviderFetch } from "../requests/http.ts";

/**
 * The provider's metadata (OpenID Connect Discovery 1.0 section 4, RFC 8414),
 * fetched once per issuer and process; not at all if the configuration has
 * everything.
 *
 * @throws ProviderUnavailable, or a ConfigurationError that names everything
 * that the metadata lacks
 */
export async function readMetadata(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): Promise<ProviderMetadata> {
  const published = needsDiscovery(provider)
    ? await discover(ctx, provider)
    : null;
  return checkMetadata(provider, published);
}

function needsDiscovery(provider: ResolvedOAuth): boolean {
  const { authorization, token, userinfo, jwksUri } = provider;
  // The endpoint for pushed requests is found only in the metadata.
  const isPushed = provider.pushed || isFapi(provider);
  if (isPushed && hasMetadata(provider)) return true;
  const hasRoad = (authorization.url ?? authorization.request) !== undefined &&
    (token.url ?? token.request) !== undefined;
  return !hasRoad ||
    (provider.type === "oidc"
      ? jwksUri === null
      : (userinfo.url ?? userinfo.request ?? userinfo.from) === undefined);
}

/** Whether a provider publishes metadata, as far as its definition says. */
export function hasMetadata({ issuer, wellKnown }: ResolvedOAuth): boolean {
  return issuer !== "" || wellKnown !== null;
}

/** The metadata as published; otherwise like {@link readMetadata}. */
export function discover(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): Promise<ProviderMetadata> {
  const base = provider.issuer.replace(/\/$/, "");
  const url = provider.wellKnown ?? `${base}/.well-known/openid-configuration`;
  const cell = sharedCell<ProviderMetadata>(
    "metadata",
    `${provider.issuer} ${url}`,
  );
  return readCell(
    cell,
    ctx.now,
    () => fetchMetadata(ctx, provider, url),
    () => warnStale(ctx, provider, "metadata"),
  );
}

function warnStale(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  what: string,
): void {
  ctx.effects.log.warn(
    "stale",
    `The ${what} of provider "${provider.id}" could not be fetched; the last one was used.`,
  );
}

async function fetchMetadata(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  url: string,
): Promise<ProviderMetadata> {
  const where = `The metadata of provider "${provider.id}"`;
  const metadata = await fetchJson(ctx, provider, url, where);
  const { issuer } = metadata;
  if (typeof issuer !== "string") {
    throw new ProviderUnavailable(`${where} names no issuer.`);
  }
  // Some servers let the administrator write any text.
  if (!URL.canParse(issuer)) {
    const unusable = new ProviderUnavailable(
      `${where} names the issuer "${issuer}", which is not a URL: set it to one at the provider.`,
    );
    unusable.shown = [issuer];
    throw unusable;
  }
  // The issuer is compared exactly, trailing slash included: the ID token will be, too.
  if (provider.issuer !== "" && issuer !== provider.issuer) {
    const refused = new ConfigurationError([
      `${where} ${describeIssuers(issuer, provider.issuer)}`,
    ]);
    refused.shown = [issuer, provider.issuer];
    throw refused;
  }
  return { ...metadata, issuer };
}

/** Says which issuer was named and which was expected, and how to make them one. */
export function describeIssuers(named: string, expected: string): string {
  return `names the issuer "${named}", but "${expected}" was expected. If that is the provider you mean, configure \`issuer\` exactly as it writes it, to the last slash.`;
}

/** The provider's signing keys (RFC 7517 section 5), fetched once per issuer and process. */
export function readKeys(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): Promise<FindKey> {
  const cell = sharedCell<FindKey>("keys", metadata.jwks_uri ?? "");
  return readCell(
    cell,
    ctx.now,
    () => fetchKeys(ctx, provider, metadata),
    () => warnStale(ctx, provider, "key set"),
  );
}

/** The keys, fetched again even if the cache is fresh: the provider may just have rotated them. */
export function refreshKeys(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): Promise<FindKey | null> {
  const cell = sharedCell<FindKey>("keys", metadata.jwks_uri ?? "");
  return refreshCell(cell, ctx.now, () => fetchKeys(ctx, provider, metadata));
}

async function fetchKeys(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): Promise<FindKey> {
  const where = `The key set of provider "${provider.id}"`;
  const keys = await fetchJson(ctx, provider, metadata.jwks_uri ?? "", where);
  if (!isKeySet(keys)) {
    throw new OAuthCallbackError(`${where} is not a JWK set.`);
  }
  return createLocalJWKSet(keys);
}

async function fetchJson(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  url: string,
  where: string,
): Promise<Record<string, unknown>> {
  const answer = await createProviderFetch(ctx, provider)(url, {
    method: "GET",
    headers: { accept: "application/json" },
  });
  if (answer.status !== 200) {
    throw new ProviderUnavailable(`${where} came with ${answer.status}.`);
  }
  let value: unknown;
  try {
    value = parseJson(answer);
  } catch (error) {
    throw new ProviderUnavailable(`${where} is not JSON.`, { cause: error });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ProviderUnavailable(`${where} is not a JSON object.`);
  }
  return value as Record<string, unknown>;
}
