/**
 * Sign-in with Mail.ru.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/mailru.ts";

/** The members of Mail.ru's user object that the definition reads. */
export type MailRuProfile = {
  id: string;
  name?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  image?: string;
};

const API = "https://oauth.mail.ru";

/**
 * Mail.ru. Create an application on the site for OAuth applications,
 * https://o2.mail.ru/app/.
 *
 * @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index
 *
 * @example
 * ```ts
 * import { MailRu } from "@latchkey/auth/providers/mailru";
 *
 * // Client id and secret from AUTH_MAILRU_ID and AUTH_MAILRU_SECRET.
 * const providers = [MailRu];
 * ```
 */
export const MailRu: OAuthFactory<object, MailRuProfile> = defineOAuth({
  id: "mailru",
  name: "Mail.ru",
  authorization: `${API}/login?scope=userinfo`,
  token: `${API}/token`,
  userinfo: { url: `${API}/userinfo`, accessToken: { query: "access_token" } },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: { name: ["name", "first_name last_name"], image: "image" },
  tokens: { access: 3600 },
  style: { brandColor: "#005ff9", logo },
});

export default MailRu;
