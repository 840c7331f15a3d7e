/**
 * Sign-in with HubSpot.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/hubspot.ts";

/** The members of HubSpot's description of a token that the definition reads. */
export type HubSpotProfile = {
  user_id: number;
  /** The user's e-mail address. */
  user?: string;
};

/**
 * HubSpot. It gives an e-mail address, but no name and no picture.
 *
 * 1. In a developer account, create a public app: a private app has no OAuth.
 * 2. Under "Auth", add the callback URL to the redirect URLs, and make sure
 *    that the app has the scope `oauth`.
 * 3. Copy the client ID and the client secret there.
 *
 * @see https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens
 *
 * @example
 * ```ts
 * import { HubSpot } from "@latchkey/auth/providers/hubspot";
 *
 * // Client id and secret from AUTH_HUBSPOT_ID and AUTH_HUBSPOT_SECRET.
 * const providers = [HubSpot];
 * ```
 */
export const HubSpot: OAuthFactory<object, HubSpotProfile> = defineOAuth({
  id: "hubspot",
  name: "HubSpot",
  authorization: "https://app.hubspot.com/oauth/authorize?scope=oauth",
  token: "https://api.hubapi.com/oauth/2026-03/token",
  // There is no profile: the introspection of the access token names its user.
  userinfo: {
    url: "https://api.hubapi.com/oauth/2026-03/token/introspect",
    accessToken: "none",
    form: {
      client_id: "{clientId}",
      client_secret: "{clientSecret}",
      token: "{token.access_token}",
      token_type_hint: "access_token",
    },
  },
  checks: ["state"],
  profile: { id: "user_id", email: "user" },
  tokens: { access: 1800, rotates: false },
  revocation: {
    url: "https://api.hubapi.com/oauth/2026-03/token/revoke",
    only: "refresh_token",
  },
  style: { brandColor: "#ff7a59", logo },
});

export default HubSpot;
