/**
 * Sign-in with Weibo.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/weibo.ts";

/** The members of Weibo's user object that the definition reads. */
export type WeiboProfile = {
  id: number;
  idstr?: string;
  screen_name?: string;
  avatar_large?: string;
};

/**
 * Weibo. Create a website application on the open platform, and set the
 * callback URL in its advanced information. It gives no e-mail address.
 *
 * @see https://open.weibo.com/wiki/Oauth2
 *
 * @example
 * ```ts
 * import { Weibo } from "@latchkey/auth/providers/weibo";
 *
 * // Client id and secret from AUTH_WEIBO_ID and AUTH_WEIBO_SECRET.
 * const providers = [Weibo];
 * ```
 */
export const Weibo: OAuthFactory<object, WeiboProfile> = defineOAuth({
  id: "weibo",
  name: "Weibo",
  authorization: "https://api.weibo.com/oauth2/authorize",
  scopeSeparator: ",",
  token: "https://api.weibo.com/oauth2/access_token",
  userinfo: {
    url: "https://api.weibo.com/2/users/show.json",
    accessToken: { query: "access_token" },
    params: { uid: "{token.uid}" },
  },
  checks: ["state"],
  profile: {
    id: ["idstr", "id"],
    name: "screen_name",
    email: null,
    image: "avatar_large",
  },
  revocation: {
    url: "https://api.weibo.com/oauth2/revokeoauth2",
    only: "access_token",
    auth: "none",
    names: { token: "access_token" },
  },
  style: { brandColor: "#e6162d", logo },
});

export default Weibo;
