/**
 * Sign-in with Xero.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/** The claims of Xero that the definition reads. */
export type XeroProfile = {
  sub: string;
  xero_userid?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
};

/**
 * Xero. Create a web app under "My Apps" on the developer site.
 *
 * @see https://developer.xero.com/documentation/guides/oauth2/sign-in/
 *
 * @example
 * ```ts
 * import { Xero } from "@latchkey/auth/providers/xero";
 *
 * // Client id and secret from AUTH_XERO_ID and AUTH_XERO_SECRET.
 * const providers = [Xero];
 * ```
 */
export const Xero: OidcFactory<object, XeroProfile> = defineOidc({
  id: "xero",
  name: "Xero",
  issuer: "https://identity.xero.com",
  profile: { id: ["xero_userid", "sub"] },
  emailTrust: "unverified",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 1800, refresh: 5_184_000, rotates: true, replaced: 1800 },
  revocation: "https://identity.xero.com/connect/revocation",
  endSession: "https://login.xero.com/identity/connect/endsession",
  style: { brandColor: "#13b5ea" },
});

export default Xero;
