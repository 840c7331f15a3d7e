/**
 * Sign-in with Twitch.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/twitch.ts";

/**
 * Twitch.
 *
 * 1. In the developer console, under "Applications", register an application.
 *    Your own account needs two-factor authentication for this.
 * 2. Add the callback URL to the OAuth redirect URLs, and choose the client
 *    type "Confidential".
 * 3. Copy the client ID, and create a client secret, which is shown once.
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 *
 * @example
 * ```ts
 * import { Twitch } from "@latchkey/auth/providers/twitch";
 *
 * // Client id and secret from AUTH_TWITCH_ID and AUTH_TWITCH_SECRET.
 * const providers = [Twitch];
 * ```
 */
export const Twitch: OidcFactory = defineOidc({
  id: "twitch",
  name: "Twitch",
  issuer: "https://id.twitch.tv/oauth2",
  authorization: {
    params: {
      scope: "openid user:read:email",
      // Without it, the ID token contains only `sub`.
      claims: {
        id_token: {
          email: null,
          email_verified: null,
          picture: null,
          preferred_username: null,
        },
      },
    },
  },
  token: { conform: joinScopes },
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  tokens: { rotates: false },
  revocation: { url: "https://id.twitch.tv/oauth2/revoke", auth: "client_id" },
  style: { brandColor: "#9146ff", logo },
});

/** Twitch sends `scope` as a list. */
async function joinScopes(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined;
  const body: { scope?: unknown } = await response.json();
  return Array.isArray(body.scope)
    ? Response.json({ ...body, scope: body.scope.join(" ") })
    : undefined;
}

export default Twitch;
