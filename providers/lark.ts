/**
 * Sign-in with Lark.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Lark's user object that the definition reads. */
export type LarkProfile = {
  union_id?: string;
  open_id: string;
  name?: string;
  enterprise_email?: string;
  email?: string;
  avatar_url?: string;
};

/**
 * Lark (in China it is Feishu).
 *
 * 1. In the developer console, create a custom app.
 * 2. Under "Security Settings", add the callback URL to the redirect URLs.
 * 3. Under the permissions, add those for the user's e-mail address; they have
 *    to be approved. Then publish a version of the app.
 * 4. The App ID is the client id, the App Secret the client secret.
 *
 * @see https://open.larksuite.com/document/authentication-management/access-token/get-user-access-token
 *
 * @example
 * ```ts
 * import { Lark } from "@latchkey/auth/providers/lark";
 *
 * // Client id and secret from AUTH_LARK_ID and AUTH_LARK_SECRET.
 * const providers = [Lark];
 * ```
 */
export const Lark: OAuthFactory<object, LarkProfile> = defineOAuth({
  id: "lark",
  name: "Lark",
  authorization: "https://accounts.larksuite.com/open-apis/authen/v1/authorize",
  token: {
    url: "https://open.larksuite.com/open-apis/authen/v2/oauth/token",
    format: "json",
  },
  userinfo: {
    url: "https://open.larksuite.com/open-apis/authen/v1/user_info",
    root: "data",
  },
  profile: {
    id: ["union_id", "open_id"],
    email: ["enterprise_email", "email"],
    image: "avatar_url",
  },
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 7200, refresh: 604_800, rotates: true },
  style: { brandColor: "#00d6b9" },
});

export default Lark;
