/**
 * Sign-in with WordPress.com.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/wordpress.ts";

/** The members of WordPress.com's user object that the definition reads. */
export type WordPressProfile = {
  ID: number;
  display_name?: string;
  email?: string;
  email_verified?: boolean;
  avatar_URL?: string;
};

/**
 * WordPress.com. Create a web application on the developer site, with the
 * callback URL among its redirect URLs.
 *
 * @see https://developer.wordpress.com/docs/oauth2/
 *
 * @example
 * ```ts
 * import { WordPress } from "@latchkey/auth/providers/wordpress";
 *
 * // Client id and secret from AUTH_WORDPRESS_ID and AUTH_WORDPRESS_SECRET.
 * const providers = [WordPress];
 * ```
 */
export const WordPress: OAuthFactory<object, WordPressProfile> = defineOAuth({
  id: "wordpress",
  name: "WordPress.com",
  // This scope opens nothing but the profile.
  authorization: "https://public-api.wordpress.com/oauth2/authorize?scope=auth",
  token: "https://public-api.wordpress.com/oauth2/token",
  userinfo: "https://public-api.wordpress.com/rest/v1.1/me",
  checks: ["state"],
  profile: { id: "ID", name: "display_name", image: "avatar_URL" },
  tokens: { refresh: false },
  style: { brandColor: "#21759b", logo },
});

export default WordPress;
