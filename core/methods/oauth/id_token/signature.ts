// The index of the package has four times as many files.
import * as errors from "jose/errors";
import { compactVerify } from "jose/jws/compact/verify";
import { AuthError, OAuthCallbackError } from "../../../errors/errors.ts";
import {
  isFapi,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import {
  FAPI_ALGORITHMS,
  ISSUER_ALGORITHMS,
} from "../../../providers/oauth/signing_key.ts";
import type { Grant } from "../grant.ts";
import type { FindKey } from "../discovery/provider_metadata.ts";
import { readKeys, refreshKeys } from "../discovery/metadata.ts";

/** A token, and what errors call it. */
export interface Signed {
  readonly kind:
    | "ID token"
    | "logout token"
    | "userinfo"
    | "access token"
    | "authorization response";
  readonly text: string;
}

export type Verified = Awaited<ReturnType<typeof compactVerify>>;

/** The issuer of a token, and everything that is needed to fetch its keys. */
export type Signer = Pick<Grant, "ctx" | "provider" | "metadata">;

/** The tokens that are signed with the client secret, if the provider does that. */
const BY_SECRET: readonly Signed["kind"][] = ["ID token", "logout token"];

/** Verifies with the cached keys, and if none fits, with freshly fetched ones. */
export async function verifySignature(
  signer: Signer,
  { kind, text: token }: Signed,
): Promise<Verified> {
  const { ctx, provider, metadata } = signer;
  assertNotEncrypted(provider, { kind, text: token });
  const algorithms = listAlgorithms(signer, kind);
  const verify = (findKey: FindKey) =>
    compactVerify(token, findKey, { algorithms });
  try {
    if (provider.idTokenSecret && BY_SECRET.includes(kind)) {
      return await verifyWithSecret(provider, token);
    }
    try {
      return await verify(await readKeys(ctx, provider, metadata));
    } catch (error) {
      if (!mayBeRotation(error)) throw error;
      const fresh = await refreshKeys(ctx, provider, metadata);
      if (fresh === null) throw error;
      return await verify(fresh);
    }
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw refuse(provider, "its signature does not verify", {
      kind,
      cause: error,
    });
  }
}

/**
 * Asserts that a token can be read: the library has no key for an encrypted
 * one.
 *
 * @throws OAuthCallbackError
 */
export function assertNotEncrypted(
  provider: ResolvedOAuth,
  { kind, text }: Signed,
): void {
  // RFC 7516 section 3.1.
  if (text.split(".").length !== 5) return;
  const why = "it is encrypted. Switch that off for this client";
  throw refuse(provider, why, { kind });
}

function verifyWithSecret(
  { clientSecret }: ResolvedOAuth,
  token: string,
): Promise<Verified> {
  const key = new TextEncoder().encode(clientSecret ?? "");
  return compactVerify(token, key, { algorithms: ["HS256"] });
}

/** Whether an unknown key id, or a key replaced under its id, may be the cause. */
function mayBeRotation(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed;
}

/** Lists the accepted algorithms, from which the token's own header can only choose. */
function listAlgorithms(
  { provider, metadata }: Signer,
  kind: Signed["kind"],
): string[] {
  const { client } = provider;
  const ofIdTokens = toList(client.id_token_signed_response_alg) ??
    metadata.id_token_signing_alg_values_supported;
  const ofKind = kind === "authorization response"
    ? toList(client.authorization_signed_response_alg) ??
      metadata.authorization_signing_alg_values_supported
    : kind === "userinfo"
    ? metadata.userinfo_signing_alg_values_supported ?? ofIdTokens
    : ofIdTokens;
  const offered = ofKind ?? ["RS256"];
  return ISSUER_ALGORITHMS.filter((alg) =>
    offered.includes(alg) &&
    (!isFapi(provider) || FAPI_ALGORITHMS.includes(alg))
  );
}

function toList(registered: string | undefined): string[] | undefined {
  return registered === undefined ? undefined : [registered];
}

/** The error for a token of a provider that is refused. */
export function refuse(
  provider: ResolvedOAuth,
  why: string,
  { kind = "ID token", cause }: {
    readonly kind?: Signed["kind"];
    readonly cause?: unknown;
  } = {},
): AuthError {
  return new OAuthCallbackError(
    `The ${kind} of provider "${provider.id}" was refused: ${why}.`,
    { cause },
  );
}
