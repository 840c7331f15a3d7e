import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";
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
 * Dropbox. Create an app in the app console, add the callback URL under "OAuth
 * 2", and select `account_info.read` under "Permissions".
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
  },
  style: { brandColor: "#0061fe", logo },
});

export default Dropbox;
