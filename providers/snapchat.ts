/**
 * Sign-in with Snapchat.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Snapchat's user object that the definition reads. */
export type SnapchatProfile = {
  externalId: string;
  displayName?: string;
  /** Users can keep it to themselves. */
  bitmoji?: { avatar?: string } | null;
};

const SCOPES = "https://auth.snapchat.com/oauth2/api/user";

/**
 * Snapchat. It gives no e-mail address; the user's id is specific to your
 * application.
 *
 * 1. In the Snap developer portal, create an application, and add Login Kit
 *    with the external id, the display name and the Bitmoji avatar.
 * 2. Add the callback URL, which has to be `https:`, to its redirect URIs.
 * 3. Copy the confidential OAuth 2 client id and its secret.
 *
 * @see https://developers.snap.com/snap-kit/login-kit/overview
 *
 * @example
 * ```ts
 * import { Snapchat } from "@latchkey/auth/providers/snapchat";
 *
 * // Client id and secret from AUTH_SNAPCHAT_ID and AUTH_SNAPCHAT_SECRET.
 * const providers = [Snapchat];
 * ```
 */
export const Snapchat: OAuthFactory<object, SnapchatProfile> = defineOAuth({
  id: "snapchat",
  name: "Snapchat",
  authorization: {
    url: "https://accounts.snapchat.com/accounts/oauth2/auth",
    params: {
      scope:
        `${SCOPES}.external_id ${SCOPES}.display_name ${SCOPES}.bitmoji.avatar`,
    },
  },
  token: "https://accounts.snapchat.com/accounts/oauth2/token",
  userinfo: {
    url: "https://kit.snapchat.com/v1/me",
    json: { query: "{me{externalId displayName bitmoji{avatar}}}" },
    root: "data.me",
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: {
    id: "externalId",
    name: "displayName",
    email: null,
    image: "bitmoji.avatar",
  },
  tokens: { access: 3600 },
  style: { brandColor: "#fffc00" },
});

export default Snapchat;
