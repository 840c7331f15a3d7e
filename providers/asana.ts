/**
 * Sign-in with Asana.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/asana.ts";

/** The members of Asana's user object that the definition reads. */
export type AsanaProfile = {
  gid: string;
  name?: string;
  email?: string | null;
  photo?: { image_128x128?: string } | null;
};

/**
 * Asana. Create an app in the developer console, and add the callback URL and
 * the scope `users:read` under "OAuth".
 *
 * @see https://developers.asana.com/docs/oauth
 *
 * @example
 * ```ts
 * import { Asana } from "@latchkey/auth/providers/asana";
 *
 * // Client id and secret from AUTH_ASANA_ID and AUTH_ASANA_SECRET.
 * const providers = [Asana];
 * ```
 */
export const Asana: OAuthFactory<object, AsanaProfile> = defineOAuth({
  id: "asana",
  name: "Asana",
  authorization: "https://app.asana.com/-/oauth_authorize?scope=users:read",
  token: "https://app.asana.com/-/oauth_token",
  userinfo: { url: "https://app.asana.com/api/1.0/users/me", root: "data" },
  profile: { id: "gid", image: "photo.image_128x128" },
  revocation: "https://app.asana.com/-/oauth_revoke",
  tokens: { access: 3600, rotates: false },
  style: { brandColor: "#f06a6a", logo },
});

export default Asana;
