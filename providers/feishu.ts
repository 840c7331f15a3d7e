/**
 * Sign-in with Feishu.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Feishu's user object that the definition reads. */
export type FeishuProfile = {
  union_id?: string;
  open_id: string;
  name?: string;
  enterprise_email?: string;
  email?: string;
  avatar_url?: string;
};

/**
 * Feishu (China; elsewhere it is Lark).
 *
 * 1. In the developer console, create a custom app.
 * 2. Under "Security Settings", add the callback URL to the redirect URLs.
 * 3. Under the permissions, add those for the user's e-mail address; they have
 *    to be approved. Then publish a version of the app.
 * 4. The App ID is the client id, the App Secret the client secret.
 *
 * @see https://open.feishu.cn/document/authentication-management/access-token/get-user-access-token
 *
 * @example
 * ```ts
 * import { Feishu } from "@latchkey/auth/providers/feishu";
 *
 * // Client id and secret from AUTH_FEISHU_ID and AUTH_FEISHU_SECRET.
 * const providers = [Feishu];
 * ```
 */
export const Feishu: OAuthFactory<object, FeishuProfile> = defineOAuth({
  id: "feishu",
  name: "Feishu",
  authorization: "https://accounts.feishu.cn/open-apis/authen/v1/authorize",
  token: {
    url: "https://open.feishu.cn/open-apis/authen/v2/oauth/token",
    format: "json",
  },
  userinfo: {
    url: "https://open.feishu.cn/open-apis/authen/v1/user_info",
    root: "data",
  },
  profile: {
    id: ["union_id", "open_id"],
    email: ["enterprise_email", "email"],
    image: "avatar_url",
  },
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 7200, refresh: 604_800, rotates: true },
  style: { brandColor: "#3370ff" },
});

export default Feishu;
