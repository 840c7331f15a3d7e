/**
 * Sign-in with Dropbox.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/dropbox.ts";

/** The members of Dropbox's account object that the definition reads. */
export type DropboxProfile = {
  account_id: string;
  name?: { display_name?: string };
  email?: string;
  email_verified?: boolean;
  profile_photo_url?: string;
};

/**
 * Dropbox. To get a refresh token, set the authorization parameter
 * `token_access_type: "offline"`.
 *
 * 1. In the app console, create an app with scoped access.
 * 2. Under "Settings", add the callback URL to the redirect URIs of "OAuth 2".
 *    The app key is the client id, the app secret the client secret.
 * 3. Under "Permissions", tick `account_info.read`, and submit.
 *
 * @see https://developers.dropbox.com/oauth-guide
 *
 * @example
 * ```ts
 * import { Dropbox } from "@latchkey/auth/providers/dropbox";
 *
 * // Client id and secret from AUTH_DROPBOX_ID and AUTH_DROPBOX_SECRET.
 * const providers = [Dropbox];
 * ```
 */
export const Dropbox: OAuthFactory<object, DropboxProfile> = defineOAuth({
  id: "dropbox",
  name: "Dropbox",
  issuer: "https://www.dropbox.com",
  authorization:
    "https://www.dropbox.com/oauth2/authorize?scope=account_info.read",
  token: "https://api.dropboxapi.com/oauth2/token",
  userinfo: {
    url: "https://api.dropboxapi.com/2/users/get_current_account",
    method: "POST",
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: {
    id: "account_id",
    name: "name.display_name",
    image: "profile_photo_url",
  },
  emailTrust: "claim",
  refresh: { params: { token_access_type: "offline" } },
  tokens: { access: 14_400, rotates: false },
  revocation: {
    url: "https://api.dropboxapi.com/2/auth/token/revoke",
    auth: "bearer",
    format: "none",
  },
  style: { brandColor: "#0061fe", logo },
});

export default Dropbox;
