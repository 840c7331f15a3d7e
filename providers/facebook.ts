/**
 * Sign-in with Facebook.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/facebook.ts";

/** Options of {@link Facebook} in addition to those of every provider. */
export interface FacebookOptions {
  /** Version of the Graph API. Default `v26.0`. */
  version?: string | undefined;
  /** Id of a configuration of Facebook Login for Business. */
  configId?: string | undefined;
}

/** The members of Facebook's user object that the definition reads. */
export type FacebookProfile = {
  id: string;
  name?: string;
  email?: string;
  picture?: { data?: { url?: string } };
};

/**
 * Facebook. An account with only a phone number has no e-mail address.
 * `version` (or `AUTH_FACEBOOK_VERSION`) chooses another version of the Graph
 * API, `configId` (or `AUTH_FACEBOOK_CONFIG_ID`) a configuration of Facebook
 * Login for Business.
 *
 * 1. In Meta's App Dashboard, create an app for signing in with Facebook.
 * 2. Under "Facebook Login", "Settings", add the callback URL to the "Valid
 *    OAuth Redirect URIs".
 * 3. Under "App settings", "Basic", copy the app ID and the app secret.
 * 4. Until the app is live, only people with a role in it can sign in. For the
 *    address, it needs the permission `email`.
 *
 * A kept access token is exchanged for one of 60 days; after that, the user has
 * to sign in again.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 *
 * @example
 * ```ts
 * import { Facebook } from "@latchkey/auth/providers/facebook";
 *
 * // Client id and secret from AUTH_FACEBOOK_ID and AUTH_FACEBOOK_SECRET.
 * const providers = [Facebook];
 * ```
 */
export const Facebook: OAuthFactory<FacebookOptions, FacebookProfile> =
  defineOAuth({
    id: "facebook",
    name: "Facebook",
    placeholders: { version: "v26.0", configId: "" },
    issuer: "https://www.facebook.com",
    authorization: {
      url: "https://www.facebook.com/{version}/dialog/oauth",
      params: { scope: "email,public_profile", config_id: "{configId}" },
    },
    scopeSeparator: ",",
    token: "https://graph.facebook.com/{version}/oauth/access_token",
    userinfo: {
      url: "https://graph.facebook.com/{version}/me",
      params: { fields: "id,name,email,picture" },
      // Apps with "Require app secret" refuse tokens without it.
      secretProof: "appsecret_proof",
    },
    profile: { image: "picture.data.url" },
    refresh: {
      exchange: { grant: "fb_exchange_token", name: "fb_exchange_token" },
      lives: 5_184_000,
      refusals: ["190"],
    },
    tokens: { refresh: false },
    appendsFragment: true,
    style: { brandColor: "#0866ff", logo },
  });

export default Facebook;
