/**
 * Sign-in with Pinterest.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/pinterest.ts";

/** The members of Pinterest's user account that the definition reads. */
export type PinterestProfile = {
  id?: string;
  username?: string;
  profile_image?: string;
};

/**
 * Pinterest. Create an app in the developer portal, and add the callback URL to
 * its redirect URIs. It gives no e-mail address.
 *
 * @see https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/
 *
 * @example
 * ```ts
 * import { Pinterest } from "@latchkey/auth/providers/pinterest";
 *
 * // Client id and secret from AUTH_PINTEREST_ID and AUTH_PINTEREST_SECRET.
 * const providers = [Pinterest];
 * ```
 */
export const Pinterest: OAuthFactory<object, PinterestProfile> = defineOAuth({
  id: "pinterest",
  name: "Pinterest",
  authorization: "https://www.pinterest.com/oauth/?scope=user_accounts:read",
  scopeSeparator: ",",
  token: "https://api.pinterest.com/v5/oauth/token",
  userinfo: "https://api.pinterest.com/v5/user_account",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  // Users can change their names, so that only the id identifies them.
  profile: { name: "username", email: null, image: "profile_image" },
  tokens: { access: 2_592_000, refresh: 5_184_000, rotates: true },
  style: { brandColor: "#bd081c", logo },
});

export default Pinterest;
