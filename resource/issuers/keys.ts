/**
 * Metadata and signing keys of issuers, fetched once per issuer and process.
 *
 * @module
 */

import { createLocalJWKSet } from "jose/jwks/local";
import { ProviderUnavailable } from "../../core/errors/errors.ts";
import {
  readCell,
  refreshCell,
} from "../../core/methods/oauth/discovery/cached.ts";
import type { FindKey } from "../../core/methods/oauth/discovery/provider_metadata.ts";
import { isKeySet } from "../../core/methods/oauth/requests/json.ts";
import { readClock } from "../../core/runtime/clock.ts";
import type { Log } from "../../core/runtime/log.ts";
import { sharedCell } from "../../core/storage/process_cache.ts";
import { toText } from "../refusal.ts";
import type { ResolvedIssuer } from "./issuer.ts";
import { fetchJson } from "./send.ts";
import { isServerUrl } from "./server_url.ts";

/** Members of an issuer's metadata (RFC 8414 section 2) that a resource server uses. */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly jwks_uri?: unknown;
  readonly token_endpoint?: unknown;
  readonly introspection_endpoint?: unknown;
  readonly [member: string]: unknown;
}

/**
 * Returns an issuer's metadata.
 *
 * @throws ProviderUnavailable
 */
export function readIssuer(
  issuer: ResolvedIssuer,
  log: Log,
): Promise<IssuerMetadata> {
  return readCell(
    sharedCell<IssuerMetadata>(
      "metadata",
      JSON.stringify([issuer.id, issuer.wellKnown]),
    ),
    readClock(),
    () => fetchMetadata(issuer),
    () => warnStale(log, "metadata", issuer),
  );
}

async function fetchMetadata(issuer: ResolvedIssuer): Promise<IssuerMetadata> {
  const [first = "", ...others] = issuer.wellKnown;
  let metadata: Readonly<Record<string, unknown>>;
  try {
    metadata = await fetchJson(issuer, first);
  } catch (error) {
    const [second] = others;
    if (second === undefined) throw error;
    metadata = await fetchJson(issuer, second);
  }
  // RFC 8414 section 3.3. A trailing slash makes another issuer.
  if (metadata["issuer"] !== issuer.id) {
    throw new ProviderUnavailable(
      `The metadata of issuer "${issuer.id}" names the issuer "${
        toText(metadata["issuer"]).slice(0, 200)
      }": configure \`issuer\` exactly as it writes it, to the last slash.`,
    );
  }
  return { ...metadata, issuer: issuer.id };
}

/**
 * Returns what finds the keys of an issuer.
 *
 * @throws ProviderUnavailable
 */
export async function readKeys(
  issuer: ResolvedIssuer,
  log: Log,
): Promise<FindKey> {
  const url = await findKeySet(issuer, log);
  return await readCell(
    sharedCell<FindKey>("keys", url),
    readClock(),
    () => fetchKeys(issuer, url),
    () => warnStale(log, "key set", issuer),
  );
}

/**
 * Fetches the keys of an issuer although the cache is fresh.
 *
 * @returns null if that has happened too often in the last minute
 * @throws ProviderUnavailable
 */
export async function refreshKeys(
  issuer: ResolvedIssuer,
  log: Log,
): Promise<FindKey | null> {
  const url = await findKeySet(issuer, log);
  return await refreshCell(
    sharedCell<FindKey>("keys", url),
    readClock(),
    () => fetchKeys(issuer, url),
  );
}

async function findKeySet(issuer: ResolvedIssuer, log: Log): Promise<string> {
  if (issuer.jwksUri !== null) return issuer.jwksUri;
  const { jwks_uri } = await readIssuer(issuer, log);
  if (isServerUrl(jwks_uri, true)) return jwks_uri;
  throw new ProviderUnavailable(
    `The metadata of issuer "${issuer.id}" names no https URL as \`jwks_uri\`: configure \`jwksUri\`.`,
  );
}

async function fetchKeys(
  issuer: ResolvedIssuer,
  url: string,
): Promise<FindKey> {
  const keys = await fetchJson(issuer, url);
  if (isKeySet(keys)) return createLocalJWKSet(keys);
  throw new ProviderUnavailable(
    `The key set of issuer "${issuer.id}" is not a JWK set.`,
  );
}

function warnStale(log: Log, what: string, { id }: ResolvedIssuer): void {
  log.warn(
    "stale",
    `The ${what} of issuer "${id}" could not be fetched; the last one was used.`,
  );
}
