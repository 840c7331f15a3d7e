/**
 * Sign-in with Box.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/box.ts";

/** The members of Box's user object that the definition reads. */
export type BoxProfile = {
  id: string;
  name?: string;
  login?: string;
  avatar_url?: string;
};

/**
 * Box. Create a custom app with "User Authentication (OAuth 2.0)" in the
 * developer console, and add the callback URL under "Configuration". The scopes
 * are those that are selected there.
 *
 * @see https://developer.box.com/guides/authentication/oauth2/
 *
 * @example
 * ```ts
 * import { Box } from "@latchkey/auth/providers/box";
 *
 * // Client id and secret from AUTH_BOX_ID and AUTH_BOX_SECRET.
 * const providers = [Box];
 * ```
 */
export const Box: OAuthFactory<object, BoxProfile> = defineOAuth({
  id: "box",
  name: "Box",
  authorization: "https://account.box.com/api/oauth2/authorize",
  token: "https://api.box.com/oauth2/token",
  userinfo: "https://api.box.com/2.0/users/me",
  checks: ["state"],
  profile: { email: "login", image: "avatar_url" },
  revocation: "https://api.box.com/oauth2/revoke",
  tokens: { access: 3600, refresh: 5_184_000, rotates: true },
  style: { brandColor: "#0075c9", logo },
});

export default Box;
