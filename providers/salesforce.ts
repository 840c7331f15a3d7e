/**
 * Sign-in with Salesforce.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/** The members of Salesforce's userinfo that the definition reads. */
export type SalesforceProfile = {
  sub: string;
  user_id?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
  photos?: { picture?: string };
};

/**
 * Salesforce. With a My Domain login, `issuer` (or `AUTH_SALESFORCE_ISSUER`)
 * must be its origin, such as `https://example.my.salesforce.com`; for a
 * sandbox it is `https://test.salesforce.com`. To end the session there, too,
 * switch single logout on in the application.
 *
 * Without `issuer`, users of every organization can sign in, and an
 * administrator can give their users any address, so addresses do not count as
 * verified. If you control the organization, set its `issuer` and
 * `emailTrust: "claim"`.
 *
 * 1. In the setup, create an external client app or a connected app, and enable
 *    OAuth for it.
 * 2. Enter the callback URL, and select the scopes `openid`, `id`, `profile`
 *    and `email`; for refresh tokens, `refresh_token`, too.
 * 3. The consumer key is the client id, the consumer secret the client secret.
 *    A new app takes some minutes to work.
 *
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm
 *
 * @example
 * ```ts
 * import { Salesforce } from "@latchkey/auth/providers/salesforce";
 *
 * // Client id and secret from AUTH_SALESFORCE_ID and AUTH_SALESFORCE_SECRET.
 * const providers = [
 *   Salesforce({ issuer: "https://example.my.salesforce.com" }),
 * ];
 * ```
 */
export const Salesforce: OidcFactory<object, SalesforceProfile> = defineOidc({
  id: "salesforce",
  name: "Salesforce",
  placeholders: { issuer: "https://login.salesforce.com" },
  issuer: "{issuer}",
  authorization: { params: { scope: "openid id profile email" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  // Only userinfo contains `user_id`.
  idToken: false,
  emailTrust: "unverified",
  profile: { id: ["user_id", "sub"], image: ["picture", "photos.picture"] },
  refresh: { scopes: ["refresh_token"] },
  tokens: { rotates: false },
  style: { brandColor: "#00a1e0" },
});

export default Salesforce;
