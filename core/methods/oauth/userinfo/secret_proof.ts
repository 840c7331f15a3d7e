import { toHex } from "../../../crypto/hex.ts";
import { hmac } from "../../../crypto/hmac.ts";
import type { TokenSet } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";

/**
 * Returns the query parameter of a userinfo request that proves the knowledge
 * of the client secret, if the provider has one.
 */
export async function toSecretProof(
  { clientSecret, userinfo }: ResolvedOAuth,
  { access_token: token = "" }: TokenSet,
): Promise<[string, string][]> {
  if (!userinfo.secretProof) return [];
  const secret = new TextEncoder().encode(clientSecret ?? "");
  return [[userinfo.secretProof, toHex(await hmac(secret, token))]];
}
