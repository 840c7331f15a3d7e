/**
 * Sign-in with Etsy.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/etsy.ts";

/** The answers of `GET /users/me` and, as `user`, of `GET /users/{user_id}`. */
export type EtsyProfile = {
  user_id: number;
  user?: {
    first_name?: string | null;
    last_name?: string | null;
    primary_email?: string | null;
    image_url_75x75?: string | null;
  };
};

/**
 * Etsy. Create an app, and add the callback URL to it, under "Your Apps". The
 * client id is its keystring, the client secret its shared secret.
 *
 * @see https://developers.etsy.com/documentation/essentials/authentication
 *
 * @example
 * ```ts
 * import { Etsy } from "@latchkey/auth/providers/etsy";
 *
 * // Client id and secret from AUTH_ETSY_ID and AUTH_ETSY_SECRET.
 * const providers = [Etsy];
 * ```
 */
export const Etsy: OAuthFactory<object, EtsyProfile> = defineOAuth({
  id: "etsy",
  name: "Etsy",
  authorization: "https://www.etsy.com/oauth/connect?scope=email_r+shops_r",
  token: "https://api.etsy.com/v3/public/oauth/token",
  userinfo: {
    url: "https://openapi.etsy.com/v3/application/users/me",
    // Required since 2026; the token endpoint takes no secret.
    headers: { "x-api-key": "{clientId}:{clientSecret}" },
    more: {
      user: "https://openapi.etsy.com/v3/application/users/{profile.user_id}",
    },
  },
  client: { token_endpoint_auth_method: "none" },
  profile: {
    id: "user_id",
    name: "user.first_name user.last_name",
    email: "user.primary_email",
    image: "user.image_url_75x75",
  },
  tokens: { access: 3600, refresh: 7_776_000 },
  style: { brandColor: "#f1641e", logo },
});

export default Etsy;
