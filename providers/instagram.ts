/**
 * Sign-in with Instagram.
 *
 * @module
 */

import {
  defineOAuth,
  exchangeAt,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Instagram's user object that the definition reads. */
export type InstagramProfile = {
  user_id: string;
  username?: string;
  name?: string;
  profile_picture_url?: string;
};

/**
 * Instagram, for professional (business and creator) accounts only. It gives no
 * e-mail address.
 *
 * 1. In Meta's App Dashboard, create an app, and add Instagram to it.
 * 2. Under "API setup with Instagram login", enter the callback URL for
 *    business login. It must be https, even on localhost.
 * 3. Copy the Instagram app ID and the Instagram app secret there: those of the
 *    Meta app are different.
 *
 * A kept access token is exchanged for one of 60 days, and that one for another
 * once half of them have passed. After 60 days without use, the user has to
 * sign in again.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 *
 * @example
 * ```ts
 * import { Instagram } from "@latchkey/auth/providers/instagram";
 *
 * // Client id and secret from AUTH_INSTAGRAM_ID and AUTH_INSTAGRAM_SECRET.
 * const providers = [Instagram];
 * ```
 */
export const Instagram: OAuthFactory<object, InstagramProfile> = defineOAuth({
  id: "instagram",
  name: "Instagram",
  authorization:
    "https://www.instagram.com/oauth/authorize?scope=instagram_business_basic",
  scopeSeparator: ",",
  // Older answers are the bare object.
  token: {
    url: "https://api.instagram.com/oauth/access_token",
    root: "data.0",
  },
  userinfo:
    "https://graph.instagram.com/me?fields=user_id,username,name,profile_picture_url",
  checks: ["state"],
  profile: { id: "user_id", email: null, image: "profile_picture_url" },
  refresh: exchangeAt("ig", "https://graph.instagram.com"),
  tokens: { access: 3600, refresh: false },
  appendsFragment: true,
  style: { brandColor: "#e4405f" },
});

export default Instagram;
