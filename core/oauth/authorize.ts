import * as oauth from "oauth4webapi";
import type { ResolvedProvider } from "../provider.ts";
import type { Attempt } from "./attempt.ts";
import type { ProviderMetadata } from "./metadata.ts";

/**
 * The URL of the authorization request (OpenID Connect Core section 3.1.2.1):
 * code flow with PKCE S256 (RFC 7636), state and nonce, always all three.
 */
export async function toAuthorizationUrl(
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
  attempt: Attempt,
): Promise<string> {
  const url = new URL(metadata.authorization_endpoint);
  const params: Record<string, string> = {
    ...provider.params,
    // What protects the flow comes last: no configuration overrides it.
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(params)) {
    url.searchParams.set(name, value);
  }
  // Some servers take "+" for a plus sign; every one takes "%20" for a space.
  url.search = url.search.replaceAll("+", "%20");
  return url.href;
}
