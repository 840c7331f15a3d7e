/**
 * Asks an issuer about a token (RFC 7662 section 2).
 *
 * @module
 */

import { hash } from "../../core/crypto/hash.ts";
import { ProviderUnavailable } from "../../core/errors/errors.ts";
import {
  toClientAuthBy,
  toSecretMethod,
} from "../../core/methods/oauth/requests/client.ts";
import { shareFlight } from "../../core/runtime/serial_queue.ts";
import type { AccessClaims } from "../access.ts";
import { readSecret } from "../issuers/client_secret.ts";
import type { ResolvedIssuer } from "../issuers/issuer.ts";
import { type IssuerMetadata, readIssuer } from "../issuers/keys.ts";
import { sendToIssuer, toObject } from "../issuers/send.ts";
import { isServerUrl } from "../issuers/server_url.ts";
import type { Guard } from "../options.ts";
import { findAnswer, keepAnswer } from "./answers.ts";
import type { ResolvedIntrospection } from "./introspection_options.ts";

/** An issuer, and how it is asked. */
export interface Introspector {
  readonly issuer: ResolvedIssuer;
  readonly own: ResolvedIntrospection;
}

/**
 * Returns what an issuer says of a token; null if the token is not valid.
 * Requests with the same token share one answer.
 *
 * @param now milliseconds since the epoch
 * @throws ProviderUnavailable
 */
export async function introspect(
  { log }: Pick<Guard, "log">,
  by: Introspector,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<AccessClaims | null> {
  const { issuer, own: { clientId, url, cache } } = by;
  const key = await hash(JSON.stringify([issuer.id, clientId, url, token]));
  const known = findAnswer(key, cache, now);
  if (known !== null) return known;
  // Workers cancel a question together with the request that asked it, so that
  // it never ends: nobody waits for one of another minute.
  const minute = Math.floor(now / 60_000);
  return await shareFlight(`introspection ${minute} ${key}`, async () => {
    const metadata = url === null ? await readIssuer(issuer, log) : null;
    const claims = await ask(by, metadata, token);
    keepAnswer(key, claims, { limit: cache, now });
    return claims;
  });
}

async function ask(
  by: Introspector,
  metadata: IssuerMetadata | null,
  token: string,
): Promise<AccessClaims | null> {
  const { issuer, own } = by;
  const url = own.url ?? metadata?.introspection_endpoint;
  if (!isServerUrl(url, true)) {
    throw new ProviderUnavailable(
      `The metadata of issuer "${issuer.id}" names no \`introspection_endpoint\`: configure \`introspection.url\`.`,
    );
  }
  const form = new URLSearchParams({ token, token_type_hint: "access_token" });
  const headers = new Headers({
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  });
  await authenticate(by, metadata, { form, headers });
  const answer = await sendToIssuer(issuer, url, {
    method: "POST",
    headers: Object.fromEntries(headers),
    body: form.toString(),
  });
  if (answer.status === 401) {
    throw new ProviderUnavailable(
      `Issuer "${issuer.id}" does not let this API ask about tokens: check \`clientId\`, \`clientSecret\` and \`auth\` of \`introspection\`.`,
    );
  }
  if (answer.status !== 200) {
    throw new ProviderUnavailable(
      `POST ${url} of issuer "${issuer.id}" came with ${answer.status}.`,
    );
  }
  const claims = toObject(issuer, url, answer);
  // A text is no boolean, and what is not known to be valid is not.
  return claims["active"] === true ? claims : null;
}

/** Authenticates this API, as sign-ins do at a token endpoint. */
async function authenticate(
  { issuer, own }: Introspector,
  metadata: IssuerMetadata | null,
  { form, headers }: {
    readonly form: URLSearchParams;
    readonly headers: Headers;
  },
): Promise<void> {
  const { clientId, clientPrivateKey, auth } = own;
  const server = {
    issuer: issuer.id,
    token_endpoint_auth_signing_alg_values_supported: readList(
      metadata,
      "auth_signing_alg_values_supported",
    ),
  };
  const methods = readList(metadata, "auth_methods_supported");
  const authenticateBy = toClientAuthBy(auth ?? toSecretMethod(methods), {
    id: issuer.id,
    clientSecret: await readSecret(
      own.clientSecret,
      "introspection.clientSecret",
    ),
    token: { clientPrivateKey },
  }, server);
  await authenticateBy(server, { client_id: clientId }, form, headers);
}

/** Reads what the issuer says of its introspection endpoint, or else of its token endpoint (RFC 8414 section 2). */
function readList(
  metadata: IssuerMetadata | null,
  name: string,
): string[] {
  const list = metadata?.[`introspection_endpoint_${name}`] ??
    metadata?.[`token_endpoint_${name}`];
  return Array.isArray(list) ? list : [];
}
