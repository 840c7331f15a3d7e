/**
 * Sign-in with SAP XSUAA.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/xsuaa.ts";

/** The members of XSUAA's user object that the definition reads. */
export type XSUAAProfile = {
  user_id?: string;
  sub?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  email_verified?: boolean;
};

/**
 * SAP Authorization and Trust Management (XSUAA). `domain` (or
 * `AUTH_XSUAA_DOMAIN`) is the host of the subaccount, such as
 * `my-subaccount.authentication.eu10.hana.ondemand.com`. Client id and secret
 * are in the service binding; list the callback URL in `xs-security.json`. The
 * address and its `email_verified` are those of the identity provider behind
 * it, so the address does not count as verified; if that provider is yours, set
 * `emailTrust: "claim"`.
 *
 * The id of a user belongs to a login name of that identity provider: it must
 * not give a name to another person.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://help.sap.com/docs/btp/sap-business-technology-platform/authentication-and-authorization-in-cloud-foundry-environment
 *
 * @example
 * ```ts
 * import { XSUAA } from "@latchkey/auth/providers/xsuaa";
 *
 * // Client id and secret from AUTH_XSUAA_ID and AUTH_XSUAA_SECRET.
 * const providers = [
 *   XSUAA({ domain: "my-subaccount.authentication.eu10.hana.ondemand.com" }),
 * ];
 * ```
 */
export const XSUAA: OAuthFactory<{ domain: string }, XSUAAProfile> =
  defineOAuth({
    id: "xsuaa",
    name: "SAP XSUAA",
    placeholders: { domain: null },
    issuer: "https://{domain}/oauth/token",
    authorization: "https://{domain}/oauth/authorize?scope=openid",
    token: "https://{domain}/oauth/token",
    userinfo: "https://{domain}/userinfo",
    client: { token_endpoint_auth_method: "client_secret_basic" },
    checks: ["state"],
    profile: {
      id: ["user_id", "sub"],
      name: ["name", "given_name family_name"],
    },
    tokens: { access: 43_200, refresh: 604_800, rotates: false },
    endSession: {
      url: "https://{domain}/logout.do",
      names: { post_logout_redirect_uri: "redirect" },
      idTokenHint: false,
    },
    style: { brandColor: "#0a6ed1", logo },
  });

export default XSUAA;
