import type { JSONWebKeySet } from "jose";
import * as oauth from "oauth4webapi";
import type { Context } from "../context.ts";
import {
  ConfigurationError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../errors.ts";
import type { ResolvedProvider } from "../provider.ts";
import { sharedCell } from "../shared.ts";
import { readCell, refreshCell } from "./cached.ts";
import { allowsHttp, createProviderFetch } from "./http.ts";

/** Metadata with the endpoints that a sign-in needs. */
export interface ProviderMetadata extends oauth.AuthorizationServer {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
}

/**
 * The provider's metadata (OpenID Connect Discovery 1.0 section 4), fetched
 * once per issuer and process.
 *
 * @throws ProviderUnavailable or ConfigurationError
 */
export function readMetadata(
  ctx: Context,
  provider: ResolvedProvider,
): Promise<ProviderMetadata> {
  const cell = sharedCell<ProviderMetadata>("metadata", provider.issuer);
  return readCell(cell, ctx.now, () => discover(ctx, provider));
}

async function discover(
  ctx: Context,
  provider: ResolvedProvider,
): Promise<ProviderMetadata> {
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, {
    algorithm: "oidc",
    [oauth.customFetch]: createProviderFetch(ctx, provider),
    [oauth.allowInsecureRequests]: allowsHttp(provider.issuer),
  });
  const where = `The metadata of provider "${provider.id}"`;
  if (response.status !== 200) {
    throw new ProviderUnavailable(`${where} came with ${response.status}.`);
  }
  let metadata: oauth.AuthorizationServer;
  try {
    metadata = await oauth.processDiscoveryResponse(issuer, response);
  } catch (error) {
    if (isIssuerMismatch(error)) throw issuerError(where, provider, error);
    throw new ProviderUnavailable(`${where} is unusable.`, { cause: error });
  }
  // oauth4webapi compares URLs, for which a trailing slash is nothing.
  if (metadata.issuer !== provider.issuer) throw issuerError(where, provider);
  return assertEndpoints(where, metadata);
}

function isIssuerMismatch(error: unknown): boolean {
  return error instanceof oauth.OperationProcessingError &&
    error.code === oauth.JSON_ATTRIBUTE_COMPARISON;
}

function issuerError(
  where: string,
  provider: ResolvedProvider,
  cause?: unknown,
): ConfigurationError {
  return new ConfigurationError([
    `${where} names another issuer than "${provider.issuer}": configure the issuer exactly as the provider writes it, to the last slash.`,
  ], { cause });
}

/** A hostile document could send browsers or credentials anywhere. */
function assertEndpoints(
  where: string,
  metadata: oauth.AuthorizationServer,
): ProviderMetadata {
  const http = metadata.issuer.startsWith("http:");
  const required = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
  for (const name of [...required, "userinfo_endpoint"]) {
    const url = metadata[name];
    if (url === undefined && !required.includes(name)) continue;
    if (typeof url === "string" && isEndpoint(url, http)) continue;
    throw new ConfigurationError([
      `${where} has no usable ${name}: it must be an https URL without a fragment.`,
    ]);
  }
  return metadata as ProviderMetadata;
}

function isEndpoint(text: string, http: boolean): boolean {
  if (!URL.canParse(text) || text.includes("#")) return false;
  const { protocol } = new URL(text);
  return protocol === "https:" ||
    http && protocol === "http:" && allowsHttp(text);
}

/** The provider's signing keys (RFC 7517 section 5), fetched once per issuer and process. */
export function readKeys(
  ctx: Context,
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
): Promise<JSONWebKeySet> {
  const cell = sharedCell<JSONWebKeySet>("keys", provider.issuer);
  return readCell(cell, ctx.now, () => fetchKeys(ctx, provider, metadata));
}

/** The keys again, however young our copy is: the provider may just have rotated them. */
export function refreshKeys(
  ctx: Context,
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
): Promise<JSONWebKeySet | null> {
  const cell = sharedCell<JSONWebKeySet>("keys", provider.issuer);
  return refreshCell(cell, ctx.now, () => fetchKeys(ctx, provider, metadata));
}

async function fetchKeys(
  ctx: Context,
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
): Promise<JSONWebKeySet> {
  const response = await createProviderFetch(ctx, provider)(metadata.jwks_uri, {
    method: "GET",
    headers: { accept: "application/json, application/jwk-set+json" },
  });
  const where = `The key set of provider "${provider.id}"`;
  if (response.status !== 200) {
    throw new ProviderUnavailable(`${where} came with ${response.status}.`);
  }
  let keys: unknown;
  try {
    keys = await response.json();
  } catch (error) {
    throw new ProviderUnavailable(`${where} is no JSON.`, { cause: error });
  }
  if (!isKeySet(keys)) {
    throw new OAuthCallbackError(`${where} is no JWK set.`);
  }
  return keys;
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  const { keys } = (value ?? {}) as { keys?: unknown };
  return Array.isArray(keys) &&
    keys.every((key) => typeof key === "object" && key !== null);
}
