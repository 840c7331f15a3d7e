/**
 * Sign-in with QQ.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import type { TokenSet } from "../core/model/model.ts";
import { logo } from "./logos/qq.ts";

/** The members of QQ's user object that the definition reads. */
export type QQProfile = {
  nickname?: string;
  figureurl_qq_1?: string;
  figureurl_qq_2?: string;
};

/**
 * QQ. Create a website application in QQ Connect. It gives no e-mail address.
 *
 * @see https://wiki.connect.qq.com/
 *
 * @example
 * ```ts
 * import { QQ } from "@latchkey/auth/providers/qq";
 *
 * // Client id and secret from AUTH_QQ_ID and AUTH_QQ_SECRET.
 * const providers = [QQ];
 * ```
 */
export const QQ: OAuthFactory<object, QQProfile> = defineOAuth({
  id: "qq",
  name: "QQ",
  authorization: "https://graph.qq.com/oauth2.0/authorize?scope=get_user_info",
  scopeSeparator: ",",
  token: {
    url: "https://graph.qq.com/oauth2.0/token",
    method: "GET",
    params: { fmt: "json", need_openid: "1" },
  },
  userinfo: {
    url: "https://graph.qq.com/user/get_user_info",
    accessToken: { query: "access_token" },
    params: { oauth_consumer_key: "{clientId}", openid: "{token.openid}" },
  },
  checks: ["state"],
  // Only the token response contains the id.
  profile: (profile, { openid }: TokenSet & { openid?: string }) => ({
    id: openid,
    name: profile.nickname,
    image: profile.figureurl_qq_2 || profile.figureurl_qq_1,
  }),
  tokens: { access: 7_776_000, rotates: true },
  style: { brandColor: "#12b7f5", logo },
});

export default QQ;
