/**
 * Sign-in with DingTalk.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of DingTalk's user object that the definition reads. */
export type DingTalkProfile = {
  openId: string;
  unionId?: string;
  nick?: string;
  email?: string;
  avatarUrl?: string;
};

/**
 * DingTalk. Create an application on the open platform, and add the callback
 * URL there.
 *
 * @see https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information
 *
 * @example
 * ```ts
 * import { DingTalk } from "@latchkey/auth/providers/dingtalk";
 *
 * // Client id and secret from AUTH_DINGTALK_ID and AUTH_DINGTALK_SECRET.
 * const providers = [DingTalk];
 * ```
 */
export const DingTalk: OAuthFactory<object, DingTalkProfile> = defineOAuth({
  id: "dingtalk",
  name: "DingTalk",
  authorization: {
    url: "https://login.dingtalk.com/oauth2/auth",
    params: { scope: "openid", prompt: "consent" },
  },
  token: {
    url: "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
    format: "json",
    names: {
      client_id: "clientId",
      client_secret: "clientSecret",
      grant_type: "grantType",
      access_token: "accessToken",
      refresh_token: "refreshToken",
      expires_in: "expireIn",
    },
  },
  userinfo: {
    url: "https://api.dingtalk.com/v1.0/contact/users/me",
    accessToken: { header: "x-acs-dingtalk-access-token" },
  },
  checks: ["state"],
  profile: { id: ["unionId", "openId"], name: "nick", image: "avatarUrl" },
  tokens: { access: 7200, refresh: 2_592_000 },
  style: { brandColor: "#1677ff" },
});

export default DingTalk;
