/** The logout tokens of the test provider. */

import { randomHex } from "./provider_keys.ts";
import type { ProviderState } from "./provider_state.ts";
import { signClaims } from "./provider_signing.ts";
import type { LogoutTokenOptions } from "./provider_options.ts";

const LOGOUT_TOKEN_SECONDS = 120;

/** Makes a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4). */
export async function makeLogoutToken(
  state: ProviderState,
  { sub = state.user.sub, sid }: LogoutTokenOptions,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: state.issuer,
    ...(sub === null ? {} : { sub }),
    aud: state.clientId,
    iat: now,
    exp: now + LOGOUT_TOKEN_SECONDS,
    jti: randomHex(16),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    ...(sid === undefined ? {} : { sid }),
  };
  const unsigned = { claims, header: { typ: "logout+jwt" } };
  return await signClaims(state, unsigned, state.faults.logoutToken) ?? "";
}
