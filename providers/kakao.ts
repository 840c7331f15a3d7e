import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";

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
 * Kakao. Create an application in Kakao Developers, switch on "Kakao Login",
 * and add the callback URL as a redirect URI. The consent items that you set
 * there decide what Kakao returns; an e-mail address needs a Biz app.
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
