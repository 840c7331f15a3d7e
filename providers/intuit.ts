/**
 * Sign-in with Intuit.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/intuit.ts";

/** Options of {@link Intuit} in addition to those of every provider. */
export interface IntuitOptions {
  /** `sandbox`: for development keys. Default `production`. */
  environment?: "production" | "sandbox" | undefined;
}

/** The claims of Intuit. */
export type IntuitProfile = {
  sub: string;
  givenName?: string;
  familyName?: string;
  email?: string;
  emailVerified?: boolean;
  /**
   * The QuickBooks company that the user chose, with a scope for accounting. It
   * comes through the browser, unlike the rest.
   */
  realmId?: string;
};

/**
 * Intuit (QuickBooks). Create an app in the developer portal, and add the
 * callback URL to the keys of the environment that you use. With a scope for
 * accounting, `profile.realmId` is the company that the user chose.
 *
 * @see https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect
 *
 * @example
 * ```ts
 * import { Intuit } from "@latchkey/auth/providers/intuit";
 *
 * // Client id and secret from AUTH_INTUIT_ID and AUTH_INTUIT_SECRET.
 * const providers = [Intuit({ environment: "sandbox" })];
 * ```
 */
export const Intuit: OidcFactory<IntuitOptions, IntuitProfile> = defineOidc((
  { environment },
) => ({
  id: "intuit",
  name: "Intuit",
  placeholders: { environment: "" },
  issuer: "https://oauth.platform.intuit.com/op/v1",
  authorization: "https://appcenter.intuit.com/connect/oauth2",
  token: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
  userinfo: `https://${
    environment === "sandbox" ? "sandbox-accounts" : "accounts"
  }.platform.intuit.com/v1/openid_connect/userinfo`,
  jwks_endpoint: "https://oauth.platform.intuit.com/op/v1/jwks",
  checks: ["state"],
  nonce: false,
  callbackClaims: ["realmId"],
  profile: { name: "givenName familyName" },
  emailTrust: "unverified",
  tokens: { access: 3600, refresh: 8_640_000, rotates: true, replaced: 86_400 },
  revocation: {
    url: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
    format: "json",
  },
  style: { brandColor: "#236cff", logo },
}));

export default Intuit;
