/**
 * Sign-in with TikTok.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/tiktok.ts";

/** The members of TikTok's user object that the definition reads. */
export type TikTokProfile = {
  /** Differs between the applications of a developer, unlike `union_id`. */
  open_id: string;
  union_id?: string;
  display_name?: string;
  avatar_url?: string;
};

/**
 * TikTok. It gives no e-mail address.
 *
 * 1. In the developer portal, create an app, and add Login Kit for the web to
 *    it.
 * 2. Add the callback URL to its redirect URIs. It must be https on a public
 *    host: localhost is refused.
 * 3. Make sure that the app has the scope `user.info.basic`.
 * 4. The client key is the client id. Use those of the sandbox until the app is
 *    approved.
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 *
 * @example
 * ```ts
 * import { TikTok } from "@latchkey/auth/providers/tiktok";
 *
 * // Client key and secret from AUTH_TIKTOK_ID and AUTH_TIKTOK_SECRET.
 * const providers = [TikTok];
 * ```
 */
export const TikTok: OAuthFactory<object, TikTokProfile> = defineOAuth({
  id: "tiktok",
  name: "TikTok",
  authorization: {
    url: "https://www.tiktok.com/v2/auth/authorize/",
    params: { scope: "user.info.basic" },
    names: { client_id: "client_key" },
  },
  scopeSeparator: ",",
  token: {
    url: "https://open.tiktokapis.com/v2/oauth/token/",
    names: { client_id: "client_key" },
  },
  userinfo: {
    url: "https://open.tiktokapis.com/v2/user/info/",
    params: { fields: "open_id,union_id,avatar_url,display_name" },
    root: "data.user",
  },
  // PKCE is for mobile and desktop apps, in a form of TikTok's own.
  checks: ["state"],
  profile: {
    id: "open_id",
    name: "display_name",
    email: null,
    image: "avatar_url",
  },
  tokens: { access: 86_400, refresh: 31_536_000 },
  revocation: {
    url: "https://open.tiktokapis.com/v2/oauth/revoke/",
    names: { client_id: "client_key" },
  },
  style: { brandColor: "#000000", logo },
});

export default TikTok;
