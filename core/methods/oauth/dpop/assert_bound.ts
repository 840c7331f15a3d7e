import type { DpopKey } from "../../../model/dpop_key.ts";
import type { TokenSet } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { refuse } from "../id_token/signature.ts";

/**
 * Asserts that a token is bound if, and only if, the request proved a key: a
 * bearer token in its place could be used by any thief (RFC 9449 section 5).
 *
 * @throws OAuthCallbackError
 */
export function assertBound(
  provider: ResolvedOAuth,
  { token_type }: TokenSet,
  key: DpopKey | undefined,
): void {
  const isBound = token_type === "dpop";
  if (isBound === (key !== undefined)) return;
  const why = isBound
    ? "it is bound to a key, but none was proved. Set `dpop: true`"
    : "it is a bearer token, but `dpop` asks for one that is bound to a key. Switch DPoP on for this client at the provider, or remove `dpop`";
  throw refuse(provider, why, { kind: "access token" });
}
