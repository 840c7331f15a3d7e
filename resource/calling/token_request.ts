/**
 * Requests for tokens: client credentials (RFC 6749 section 4.4), token exchange
 * (RFC 8693), and the on-behalf-of flow of Microsoft Entra.
 *
 * @module
 */

import * as oauth from "oauth4webapi";
import { AuthError, ProviderUnavailable } from "../../core/errors/errors.ts";
import {
  parseJson,
  type ProviderAnswer,
} from "../../core/methods/oauth/requests/answer.ts";
import {
  sendBuilt,
  toParsedResponse,
} from "../../core/methods/oauth/requests/built_request.ts";
import {
  toClientAuthBy,
  toSecretMethod,
} from "../../core/methods/oauth/requests/client.ts";
import { allowsHttp } from "../../core/methods/oauth/requests/http.ts";
import { readSecret } from "../issuers/client_secret.ts";
import { type IssuerMetadata, readIssuer } from "../issuers/keys.ts";
import { sendToIssuer } from "../issuers/send.ts";
import { isServerUrl } from "../issuers/server_url.ts";
import type { TokenQuery } from "./obtain.ts";
import type { ResolvedClient } from "./options.ts";
import { toRefusedError } from "./refused.ts";

const TYPES = "urn:ietf:params:oauth:token-type:";
const GRANTS = "urn:ietf:params:oauth:grant-type:";

/** Milliseconds. No token lives for a hundred years; a longer lifetime is a mistake. */
const MAX_LIFETIME = 3_155_760_000_000;

/** A token, as the issuer's answer describes it. */
export interface IssuedToken {
  readonly token: string;
  readonly scopes: readonly string[];
  /** Milliseconds; null: the answer does not say. */
  readonly lifetime: number | null;
}

/**
 * Asks an issuer for a token.
 *
 * @throws ReauthenticationRequired, InteractionRequired or ConsentRequired if it
 * refuses the caller, ConfigurationError if it refuses this service, or else
 * ProviderUnavailable
 */
export async function requestToken(
  client: ResolvedClient,
  query: TokenQuery,
): Promise<IssuedToken> {
  const { issuer, log } = client;
  const metadata = await readIssuer(issuer, log);
  const own = toServer(metadata);
  const { grant, params } = toRequest(client, query);
  const secret = await readSecret(client.clientSecret, "clientSecret");
  const answer = await sendBuilt(
    (to, init) => sendToIssuer(issuer, to, init),
    (fetch) =>
      oauth.genericTokenEndpointRequest(
        own,
        { client_id: client.id },
        authenticate(client, own, secret),
        grant,
        params,
        {
          [oauth.customFetch]: fetch,
          [oauth.allowInsecureRequests]: allowsHttp(own.token_endpoint),
        },
      ),
  );
  const where = `The token endpoint of issuer "${issuer.id}"`;
  const body = readBody(where, answer);
  try {
    const tokens = await oauth.processGenericTokenEndpointResponse(
      own,
      { client_id: client.id },
      toParsedResponse(answer.status, body),
    );
    return toIssued(where, { tokens, query, client });
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw error instanceof oauth.ResponseBodyError
      ? toRefusedError(where, { client, secret, query, error })
      : toUnusable(where, (error as Error).message);
  }
}

/**
 * Reads what is needed of the metadata.
 *
 * @throws ProviderUnavailable without an endpoint
 */
function toServer(
  metadata: IssuerMetadata,
): oauth.AuthorizationServer & { readonly token_endpoint: string } {
  const { issuer, token_endpoint } = metadata;
  if (!isServerUrl(token_endpoint, true)) {
    throw new ProviderUnavailable(
      `The metadata of issuer "${issuer}" names no https URL as \`token_endpoint\`.`,
    );
  }
  const lists = [
    "token_endpoint_auth_methods_supported",
    "token_endpoint_auth_signing_alg_values_supported",
  ].filter((name) => Array.isArray(metadata[name]))
    .map((name) => [name, metadata[name]]);
  return { ...Object.fromEntries(lists), issuer, token_endpoint };
}

function authenticate(
  { issuer, clientPrivateKey, auth, dialect }: ResolvedClient,
  metadata: oauth.AuthorizationServer,
  clientSecret: string | null,
): oauth.ClientAuth {
  const { token_endpoint_auth_methods_supported: supported } = metadata;
  // The documentation of Entra asks for the endpoint.
  const assertionAudience = dialect === "entra" ? "token_endpoint" : "issuer";
  return toClientAuthBy(auth ?? toSecretMethod(supported), {
    id: issuer.id,
    clientSecret,
    token: { clientPrivateKey, assertionAudience },
  }, metadata);
}

interface GrantRequest {
  readonly grant: string;
  readonly params: string[][];
}

function toRequest(
  { dialect }: ResolvedClient,
  { subject, actor, resource, audience, scope }: TokenQuery,
): GrantRequest {
  const target = [
    ...resource.map((one) => ["resource", one]),
    ...audience.map((one) => ["audience", one]),
    ...scope.length === 0 ? [] : [["scope", scope.join(" ")]],
  ];
  if (subject === null) return { grant: "client_credentials", params: target };
  if (dialect === "entra") {
    return {
      grant: `${GRANTS}jwt-bearer`,
      params: [
        ["assertion", subject.token],
        ["requested_token_use", "on_behalf_of"],
        ...target,
      ],
    };
  }
  return {
    grant: `${GRANTS}token-exchange`,
    params: [
      ["subject_token", subject.token],
      ["subject_token_type", `${TYPES}${subject.type}`],
      ["requested_token_type", `${TYPES}access_token`],
      ...actor === null ? [] : [
        ["actor_token", actor],
        ["actor_token_type", `${TYPES}access_token`],
      ],
      ...target,
    ],
  };
}

/** Reads the members of an answer, without those that nothing here uses: a bad ID token is no reason to fail. */
function readBody(
  where: string,
  answer: ProviderAnswer,
): Readonly<Record<string, unknown>> {
  const { status, headers } = answer;
  if (status >= 500 || status === 429) {
    const error = new ProviderUnavailable(`${where} answered ${status}.`);
    const seconds = Number(headers.get("retry-after") ?? NaN);
    if (seconds > 0) error.retryAfter = seconds;
    throw error;
  }
  let value: unknown;
  try {
    value = parseJson(answer);
  } catch {
    // The error of the parser quotes the text, which may be a token.
    throw toUnusable(where, `the answer (${status}) is not JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw toUnusable(where, "the answer is not a JSON object");
  }
  const { id_token: _, refresh_token: __, ...members } = value as {
    readonly [member: string]: unknown;
  };
  // Some servers send null for members they do not have.
  const found = Object.entries(members).filter(([, one]) => one !== null);
  return Object.fromEntries(found);
}

interface Received {
  readonly tokens: oauth.TokenEndpointResponse;
  readonly query: TokenQuery;
  readonly client: ResolvedClient;
}

/** Checks an answer beyond RFC 6749 section 5.1. */
function toIssued(
  where: string,
  { tokens, query: { subject, actor, scope }, client }: Received,
): IssuedToken {
  const { access_token: token, token_type, expires_in, scope: given } = tokens;
  const { issued_token_type: type } = tokens;
  // No proof was sent, so that a token of type DPoP is bound to nothing we have.
  if (token_type !== "bearer") {
    throw toUnusable(where, "the token is no bearer token");
  }
  const isExchange = subject !== null && client.dialect === "standard";
  // RFC 8693 section 2.2.1.
  if (isExchange && type !== `${TYPES}access_token`) {
    throw toUnusable(where, "`issued_token_type` is not that of access tokens");
  }
  // The error of a header that cannot be sent would quote the token.
  if (!/^[!-~]+$/.test(token)) {
    throw toUnusable(where, "the token has characters that no header may have");
  }
  // The API that it is sent to could use it as the caller, or as this service.
  if (token === subject?.token || token === actor) {
    throw toUnusable(where, "the token is one that was sent there");
  }
  const lifetime = (expires_in ?? 0) * 1000;
  if (lifetime > MAX_LIFETIME) {
    throw toUnusable(where, "`expires_in` is impossible");
  }
  return {
    token,
    scopes: given === undefined ? scope : given.split(" ").filter(Boolean),
    // Some servers send 0 if they do not say.
    lifetime: lifetime > 0 ? lifetime : null,
  };
}

function toUnusable(where: string, why: string): ProviderUnavailable {
  return new ProviderUnavailable(
    `${where} gave an answer that failed a check: ${why}.`,
  );
}
