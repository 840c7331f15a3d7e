/**
 * Sign-in with Yandex.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Yandex's user object that the definition reads. */
export type YandexProfile = {
  id: string;
  login?: string;
  display_name?: string;
  real_name?: string;
  default_email?: string;
  emails?: string[];
  is_avatar_empty?: boolean;
  default_avatar_id?: string;
};

/**
 * Yandex.
 *
 * 1. In Yandex OAuth, create an application for user authorization, of the
 *    platform "Web services".
 * 2. Enter the callback URL as the redirect URI.
 * 3. Give it access to the login and name, the e-mail address and the portrait.
 * 4. Copy the client ID and the client secret.
 *
 * @see https://yandex.com/dev/id/doc/en/
 *
 * @example
 * ```ts
 * import { Yandex } from "@latchkey/auth/providers/yandex";
 *
 * // Client id and secret from AUTH_YANDEX_ID and AUTH_YANDEX_SECRET.
 * const providers = [Yandex];
 * ```
 */
export const Yandex: OAuthFactory<object, YandexProfile> = defineOAuth({
  id: "yandex",
  name: "Yandex",
  authorization: {
    url: "https://oauth.yandex.com/authorize",
    params: { scope: "login:info login:email login:avatar" },
  },
  token: "https://oauth.yandex.com/token",
  userinfo: {
    url: "https://login.yandex.ru/info?format=json",
    accessToken: { scheme: "OAuth" },
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: {
    name: ["display_name", "real_name", "login"],
    email: ["default_email", "emails.0"],
    image: toAvatar,
  },
  tokens: { access: 31_536_000, refresh: 31_536_000 },
  revocation: "https://oauth.yandex.com/revoke_token",
  style: { brandColor: "#fc3f1d" },
});

function toAvatar(
  { is_avatar_empty, default_avatar_id: id }: YandexProfile,
): string | null {
  return is_avatar_empty || !id
    ? null
    : `https://avatars.yandex.net/get-yapic/${id}/islands-200`;
}

export default Yandex;
