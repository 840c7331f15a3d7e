/**
 * Sign-in with Mailchimp.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Mailchimp's account metadata that the definition reads. */
export type MailchimpProfile = {
  /** The name of the company. */
  accountname?: string;
  login?: {
    login_id: number;
    login_name?: string | null;
    email?: string;
    avatar?: string | null;
  };
};

/**
 * Mailchimp sign-in; to send mail, use `mailchimp-transactional`. Register the
 * application under "Account", "Extras", "Registered apps". In development,
 * open the application at 127.0.0.1 instead of localhost.
 *
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 *
 * @example
 * ```ts
 * import { Mailchimp } from "@latchkey/auth/providers/mailchimp";
 *
 * // Client id and secret from AUTH_MAILCHIMP_ID and AUTH_MAILCHIMP_SECRET.
 * const providers = [Mailchimp];
 * ```
 */
export const Mailchimp: OAuthFactory<object, MailchimpProfile> = defineOAuth({
  id: "mailchimp",
  name: "Mailchimp",
  authorization: "https://login.mailchimp.com/oauth2/authorize",
  token: "https://login.mailchimp.com/oauth2/token",
  userinfo: {
    url: "https://login.mailchimp.com/oauth2/metadata",
    accessToken: { scheme: "OAuth" },
  },
  checks: ["state"],
  profile: {
    id: "login.login_id",
    name: ["login.login_name", "accountname"],
    email: "login.email",
    image: "login.avatar",
  },
  tokens: { refresh: false },
  style: { brandColor: "#ffe01b" },
});

export default Mailchimp;
