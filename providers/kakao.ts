/**
 * Sign-in with Kakao.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Kakao's user object that the definition reads. */
export type KakaoProfile = {
  id: number;
  kakao_account?: {
    email?: string;
    is_email_valid?: boolean;
    is_email_verified?: boolean;
    profile?: { nickname?: string; profile_image_url?: string };
  };
};

/**
 * Kakao.
 *
 * 1. In Kakao Developers, create an application, and switch on "Kakao Login".
 * 2. Add the callback URL to its redirect URIs.
 * 3. Under the consent items, choose the nickname, the picture and the e-mail
 *    address; they decide what Kakao returns. An e-mail address needs a Biz
 *    app.
 * 4. The REST API key is the client id. Generate the client secret, and
 *    activate it.
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 *
 * @example
 * ```ts
 * import { Kakao } from "@latchkey/auth/providers/kakao";
 *
 * // REST API key and client secret from AUTH_KAKAO_ID and AUTH_KAKAO_SECRET.
 * const providers = [Kakao];
 * ```
 */
export const Kakao: OAuthFactory<object, KakaoProfile> = defineOAuth({
  id: "kakao",
  name: "Kakao",
  issuer: "https://kauth.kakao.com",
  authorization: "https://kauth.kakao.com/oauth/authorize",
  scopeSeparator: ",",
  token: "https://kauth.kakao.com/oauth/token",
  userinfo: "https://kapi.kakao.com/v2/user/me",
  profile: {
    name: "kakao_account.profile.nickname",
    email: "kakao_account.email",
    image: "kakao_account.profile.profile_image_url",
  },
  emailTrust: ({ kakao_account: account }) =>
    account?.is_email_verified && account.is_email_valid,
  tokens: { access: 21_599, refresh: 5_184_000, rotates: false },
  endSession: {
    url: "https://kauth.kakao.com/oauth/logout",
    names: { post_logout_redirect_uri: "logout_redirect_uri" },
    idTokenHint: false,
  },
  style: { brandColor: "#fee500" },
});

export default Kakao;
