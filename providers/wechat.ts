/**
 * Sign-in with WeChat.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/wechat.ts";

/** The members of WeChat's user object that the definition reads. */
export type WeChatProfile = {
  openid: string;
  unionid?: string;
  nickname?: string;
  headimgurl?: string;
};

/**
 * WeChat (QR code in a desktop browser).
 *
 * 1. On the WeChat Open Platform, create a website application, and wait until
 *    it is approved.
 * 2. Set its callback domain to the host of the callback URL: a host name
 *    without a scheme and a path.
 * 3. The AppID is the client id, the AppSecret the client secret.
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
 *
 * @example
 * ```ts
 * import { WeChat } from "@latchkey/auth/providers/wechat";
 *
 * // Client id and secret from AUTH_WECHAT_ID and AUTH_WECHAT_SECRET.
 * const providers = [WeChat];
 * ```
 */
export const WeChat: OAuthFactory<object, WeChatProfile> = defineOAuth({
  id: "wechat",
  name: "WeChat",
  authorization: {
    url: "https://open.weixin.qq.com/connect/qrconnect",
    params: { scope: "snsapi_login" },
    names: { client_id: "appid" },
    fragment: "wechat_redirect",
  },
  scopeSeparator: ",",
  token: {
    url: "https://api.weixin.qq.com/sns/oauth2/access_token",
    method: "GET",
    names: { client_id: "appid", client_secret: "secret" },
  },
  userinfo: {
    url: "https://api.weixin.qq.com/sns/userinfo",
    accessToken: { query: "access_token" },
    params: { openid: "{token.openid}", lang: "zh_CN" },
  },
  checks: ["state"],
  profile: {
    id: ["unionid", "openid"],
    name: "nickname",
    email: null,
    image: "headimgurl",
  },
  refresh: {
    url: "https://api.weixin.qq.com/sns/oauth2/refresh_token",
    auth: "client_id",
    refusals: ["40030", "42002"],
  },
  tokens: { access: 7200, refresh: 2_592_000, rotates: false },
  style: { brandColor: "#07c160", logo },
});

export default WeChat;
