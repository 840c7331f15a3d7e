/**
 * Sign-in with MyAnimeList.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/myanimelist.ts";

/**
 * MyAnimeList. Register a client of the type "web" on the "API" page of your
 * account's preferences. It gives no e-mail address.
 *
 * @see https://myanimelist.net/apiconfig/references/authorization
 *
 * @example
 * ```ts
 * import { MyAnimeList } from "@latchkey/auth/providers/myanimelist";
 *
 * // Client id and secret from AUTH_MYANIMELIST_ID and AUTH_MYANIMELIST_SECRET.
 * const providers = [MyAnimeList];
 * ```
 */
export const MyAnimeList: OAuthFactory = defineOAuth({
  id: "myanimelist",
  name: "MyAnimeList",
  authorization: "https://myanimelist.net/v1/oauth2/authorize",
  token: "https://myanimelist.net/v1/oauth2/token",
  userinfo: "https://api.myanimelist.net/v2/users/@me",
  client: {
    token_endpoint_auth_method: "client_secret_post",
    code_challenge_method: "plain",
  },
  tokens: { rotates: true },
  style: { brandColor: "#2e51a2", logo },
});

export default MyAnimeList;
