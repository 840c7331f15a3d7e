/**
 * The rules for options that make a provider more secure: the FAPI 2.0 Security
 * Profile, signed requests, TLS certificates.
 *
 * @module
 */

import type { Problems } from "../../errors/config_problems.ts";
import {
  isByCertificate,
  usesCertificate,
  usesDpop,
} from "../../providers/oauth/fapi.ts";
import { customFetch } from "../../providers/oauth/oauth_config.ts";
import {
  isFapi,
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth/oauth_provider.ts";
import type { ClientPrivateKey } from "../../providers/oauth/endpoints.ts";
import {
  FAPI_ALGORITHMS,
  toJwsAlgorithm,
  toNamedKey,
} from "../../providers/oauth/signing_key.ts";
import { isSecureUrl } from "./oauth_problems.ts";
import type { Settings } from "../settings.ts";

/**
 * The minimum size of an RSA key, in bits (FAPI 2.0 Security Profile section
 * 5.4.1).
 */
const MIN_RSA_BITS = 2048;

/** Whether a mistake was made, and the sentence that says how to mend it. */
type Finding = readonly [isWrong: boolean, problem: string];

/** Reports the mistakes in options that make a provider more secure. */
export function reportProviderSecurity(
  settings: Settings,
  problems: Problems,
): void {
  for (const provider of settings.providers.values()) {
    if (!isOAuth(provider)) continue;
    const findings = [
      ...checkRequestObject(provider),
      ...checkCertificate(provider),
      ...(isFapi(provider) ? checkFapi(provider, settings) : []),
    ];
    for (const [isWrong, problem] of findings) {
      if (isWrong) problems.add(`Provider "${provider.id}": ${problem}`);
    }
  }
}

function checkRequestObject(provider: ResolvedOAuth): readonly Finding[] {
  const { source: { requestObject = false }, token, authorization } = provider;
  if (requestObject === false) return [];
  const key = requestObject === true ? token.clientPrivateKey : requestObject;
  const { issuer, wellKnown } = provider;
  return [
    [
      key === undefined,
      "`requestObject: true` needs `token.clientPrivateKey`.",
    ],
    [
      key !== undefined && !canSign(key),
      "`requestObject` must be a private `CryptoKey` for signatures, `true` or `false`.",
    ],
    [
      issuer === "" && wellKnown === null,
      "`requestObject` needs an `issuer`, for which the request is signed.",
    ],
    [
      authorization.request !== undefined,
      "`authorization.request` makes its own URL without the signature of `requestObject`: remove one of the two.",
    ],
  ];
}

/**
 * Whether a value is a key for signatures; JavaScript callers may pass
 * anything.
 */
function canSign(own: unknown): own is ClientPrivateKey {
  if (typeof own !== "object" || own === null) return false;
  const { key } = toNamedKey(own as ClientPrivateKey);
  return key?.type === "private" && key.usages.includes("sign");
}

function checkCertificate(provider: ResolvedOAuth): readonly Finding[] {
  const hasFetch = provider.source[customFetch] !== undefined;
  return [[
    usesCertificate(provider) && !hasFetch,
    "a TLS certificate needs a `[customFetch]` that presents it: the global `fetch` has none.",
  ]];
}

function checkFapi(
  provider: ResolvedOAuth,
  settings: Settings,
): readonly Finding[] {
  const { type, source, checks, client } = provider;
  const isBound = usesDpop(provider) ||
    client.tls_client_certificate_bound_access_tokens === true;
  const { origin, tokens } = settings;
  const isBare = tokens?.keep === "adapter" && !tokens.seal &&
    tokens.providers.includes(provider.id);
  return [
    [type !== "oidc", '`profile: "fapi2"` needs `type: "oidc"`.'],
    [!isBound, '`profile: "fapi2"` needs bound tokens: remove `dpop: false`.'],
    [
      checks.none || !checks.pkce || client.code_challenge_method === "plain",
      '`profile: "fapi2"` needs PKCE with S256: remove `checks` and `client.code_challenge_method`.',
    ],
    [
      !checks.none && "nonce" in source && source.nonce === false,
      '`profile: "fapi2"` needs a nonce: remove `nonce: false`.',
    ],
    [
      origin !== null && !isSecureUrl(origin),
      '`profile: "fapi2"` needs an `origin` with https (http on loopback only).',
    ],
    [
      isBare && usesDpop(provider) && !source.dpop,
      '`profile: "fapi2"` binds tokens to a key, for which `tokens.seal: false` leaves no place: remove it.',
    ],
    ...checkClient(provider),
    ...checkSignatures(provider),
    ...checkOwnRequests(provider),
  ];
}

function checkClient({ client, token }: ResolvedOAuth): readonly Finding[] {
  const { token_endpoint_auth_method: method = "private_key_jwt" } = client;
  const isByKey = method === "private_key_jwt";
  const { clientPrivateKey: key, assertionAudience } = token;
  return [
    [
      !isByKey && !isByCertificate(method),
      `\`profile: "fapi2"\` does not allow \`${method}\`: set \`client.token_endpoint_auth_method\` to "private_key_jwt", "tls_client_auth" or "self_signed_tls_client_auth".`,
    ],
    [
      isByKey && !canSign(key),
      '`profile: "fapi2"` needs `token.clientPrivateKey`, the private `CryptoKey` of `private_key_jwt`.',
    ],
    [
      isByKey && canSign(key) && !isStrong(key),
      `\`token.clientPrivateKey\` ${STRONG}`,
    ],
    [
      assertionAudience === "token_endpoint",
      '`profile: "fapi2"` names the issuer in its assertions: remove `token.assertionAudience`.',
    ],
  ];
}

const STRONG =
  'must be a key for PS256 (of at least 2048 bits), ES256 or EdDSA with `profile: "fapi2"`.';

function checkSignatures(
  { client, idTokenSecret, source }: ResolvedOAuth,
): readonly Finding[] {
  const { requestObject } = source;
  const registered = [
    "id_token_signed_response_alg",
    "authorization_signed_response_alg",
  ] as const;
  return [
    [
      canSign(requestObject) && !isStrong(requestObject),
      `\`requestObject\` ${STRONG}`,
    ],
    [
      idTokenSecret,
      '`profile: "fapi2"` does not allow `idTokenAlg: "HS256"`: remove it.',
    ],
    ...registered.map((name): Finding => [
      !FAPI_ALGORITHMS.includes(client[name] ?? "ES256"),
      `\`client.${name}\` must be PS256, ES256 or EdDSA with \`profile: "fapi2"\`.`,
    ]),
  ];
}

function checkOwnRequests(provider: ResolvedOAuth): readonly Finding[] {
  const { authorization, token, userinfo } = provider;
  const { accessToken } = userinfo;
  return [
    ...Object.entries({ authorization, token, userinfo }).map((
      [name, { request }],
    ): Finding => [
      request !== undefined,
      `\`${name}.request\` makes its own requests, outside of \`profile: "fapi2"\`: remove it.`,
    ]),
    [
      token.method === "GET",
      '`profile: "fapi2"` sends nothing secret in a URL: remove `token.method`.',
    ],
    [
      typeof accessToken === "object" && "query" in accessToken,
      '`profile: "fapi2"` sends nothing secret in a URL: remove `userinfo.accessToken`.',
    ],
  ];
}

/** Whether the profile allows signatures made with a key. */
function isStrong(own: ClientPrivateKey): boolean {
  const { algorithm } = toNamedKey(own).key;
  const { modulusLength = Infinity } = algorithm as { modulusLength?: number };
  return FAPI_ALGORITHMS.includes(toJwsAlgorithm(own)) &&
    modulusLength >= MIN_RSA_BITS;
}
