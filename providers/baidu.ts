/**
 * Sign-in with Baidu.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Baidu's user object that the definition reads. */
export type BaiduProfile = {
  /** The id of the user in your application. */
  openid: string;
  username?: string;
};

/**
 * Baidu. It gives no e-mail address.
 *
 * 1. Create an application in Baidu's developer centre.
 * 2. Under its security settings, add the callback URL.
 * 3. The API key is the client id, the secret key the client secret.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://openauth.baidu.com/doc/doc.html
 *
 * @example
 * ```ts
 * import { Baidu } from "@latchkey/auth/providers/baidu";
 *
 * // API key and secret key from AUTH_BAIDU_ID and AUTH_BAIDU_SECRET.
 * const providers = [Baidu];
 * ```
 */
export const Baidu: OAuthFactory<object, BaiduProfile> = defineOAuth({
  id: "baidu",
  name: "Baidu",
  authorization: "https://openapi.baidu.com/oauth/2.0/authorize?scope=basic",
  token: "https://openapi.baidu.com/oauth/2.0/token",
  userinfo: {
    url: "https://openapi.baidu.com/rest/2.0/passport/users/getInfo",
    accessToken: { query: "access_token" },
  },
  checks: ["state"],
  profile: { id: "openid", name: "username", email: null },
  tokens: { access: 2_592_000 },
  style: { brandColor: "#2932e1" },
});

export default Baidu;
