import { ConfigurationError } from "../../../errors/errors.ts";
import type { ParamTexts } from "../../../attempts/guard_params.ts";
import { usesDpop } from "../../../providers/oauth/fapi.ts";
import { isJarm } from "../../../providers/oauth/jarm.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import {
  FAPI_ALGORITHMS,
  toJwsAlgorithm,
  toKnownName,
} from "../../../providers/oauth/signing_key.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { listDetailTypes } from "./authorization_details.ts";
import { findRequestKey } from "./request_object.ts";

/** A member that a provider's metadata must have, and one of its values. */
type Lack = readonly [member: string, wanted: string];

/**
 * Lists what a provider's metadata lacks of all that the FAPI 2.0 Security
 * Profile relies on: one sentence for each member that is missing or wrong.
 */
export function listFapiProblems(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): readonly string[] {
  return toProblems(provider, 'as `profile: "fapi2"` needs it', [
    ...listFlowLacks(provider, metadata),
    ...listClientLacks(provider, metadata),
    ...listTokenLacks(provider, metadata),
  ]);
}

/**
 * Asserts that a provider's metadata does not rule out what a request asks for:
 * a signed request (RFC 9101), a signed response (JARM) or details of an
 * authorization (RFC 9396).
 *
 * @throws ConfigurationError that names every member that rules it out
 */
export function assertRequestSupport(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  params: ParamTexts,
): void {
  const key = findRequestKey(provider);
  if (key === null && metadata.require_signed_request_object === true) {
    throw new ConfigurationError([
      `Provider "${provider.id}" takes signed requests only: set \`requestObject\`.`,
    ]);
  }
  const { response_mode: mode } = params;
  const problems = toProblems(provider, "as this sign-in needs it", [
    ...(key === null ? [] : lacks(
      metadata,
      "request_object_signing_alg_values_supported",
      toKnownName(
        toJwsAlgorithm(key),
        metadata.request_object_signing_alg_values_supported,
      ),
    )),
    ...(mode !== undefined && isJarm(provider)
      ? lacks(metadata, "response_modes_supported", mode)
      : []),
    ...listDetailTypes(provider, params).flatMap((type) =>
      lacks(metadata, "authorization_details_types_supported", type)
    ),
  ]);
  if (problems.length > 0) throw new ConfigurationError(problems);
}

function toProblems(
  { id }: ResolvedOAuth,
  why: string,
  found: readonly Lack[],
): readonly string[] {
  return found.map(([member, wanted]) =>
    `The metadata of provider "${id}" does not have ${wanted} in \`${member}\`, ${why}. Ask the provider, or change the configuration.`
  );
}

function listFlowLacks(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): readonly Lack[] {
  const { pushed_authorization_request_endpoint: endpoint } = metadata;
  const isNamed =
    metadata.authorization_response_iss_parameter_supported === true ||
    isJarm(provider);
  return [
    ...(endpoint === undefined
      ? [["pushed_authorization_request_endpoint", "a URL"] as const]
      : []),
    ...(isNamed
      ? []
      : [["authorization_response_iss_parameter_supported", "true"] as const]),
    ...lacksListed(metadata, "code_challenge_methods_supported", "S256"),
  ];
}

function listClientLacks(
  { client, token }: ResolvedOAuth,
  metadata: ProviderMetadata,
): readonly Lack[] {
  const { token_endpoint_auth_method: method = "private_key_jwt" } = client;
  const { clientPrivateKey: key } = token;
  const member = "token_endpoint_auth_signing_alg_values_supported";
  return [
    ...lacksListed(metadata, "token_endpoint_auth_methods_supported", method),
    ...(method === "private_key_jwt" && key !== undefined
      ? lacks(
        metadata,
        member,
        toKnownName(toJwsAlgorithm(key), metadata[member]),
      )
      : []),
  ];
}

function listTokenLacks(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): readonly Lack[] {
  const signing = "id_token_signing_alg_values_supported";
  const binds = usesDpop(provider);
  const isBound = binds ||
    metadata.tls_client_certificate_bound_access_tokens === true;
  return [
    ...(FAPI_ALGORITHMS.some((alg) => isListed(metadata[signing], alg))
      ? []
      : [[signing, "PS256, ES256 or EdDSA"] as const]),
    ...(binds
      ? lacks(metadata, "dpop_signing_alg_values_supported", "ES256")
      : []),
    ...(isBound
      ? []
      : [["tls_client_certificate_bound_access_tokens", "true"] as const]),
  ];
}

/** A list that is missing rules nothing out. */
function lacks(
  metadata: ProviderMetadata,
  member: string,
  wanted: string,
): readonly Lack[] {
  return metadata[member] === undefined
    ? []
    : lacksListed(metadata, member, wanted);
}

function lacksListed(
  metadata: ProviderMetadata,
  member: string,
  wanted: string,
): readonly Lack[] {
  return isListed(metadata[member], wanted) ? [] : [[member, wanted]];
}

function isListed(listed: unknown, wanted: string): boolean {
  return Array.isArray(listed) && listed.includes(wanted);
}
