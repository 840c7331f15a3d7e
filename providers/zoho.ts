/**
 * Sign-in with Zoho.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link Zoho} in addition to those of every provider. */
export interface ZohoOptions {
  /** Host of the data centre in which the client is registered. Default `accounts.zoho.com`. */
  dc?: string | undefined;
}

/** The members of Zoho's user object that the definition reads. */
export type ZohoProfile = {
  ZUID: number | string;
  First_Name?: string;
  Last_Name?: string;
  Display_Name?: string;
  Email?: string;
};

/**
 * Zoho. Register a server-based application in the API console. `dc` (or
 * `AUTH_ZOHO_DC`) is the accounts host of its data centre, if that is not
 * `accounts.zoho.com`. To let users of other data centres sign in, switch
 * "Multi-DC" on in the client's settings, with the same secret for all.
 *
 * @see https://www.zoho.com/accounts/protocol/oauth/sign-in-using-zoho.html
 *
 * @example
 * ```ts
 * import { Zoho } from "@latchkey/auth/providers/zoho";
 *
 * // Client id and secret from AUTH_ZOHO_ID and AUTH_ZOHO_SECRET.
 * const providers = [Zoho({ dc: "accounts.zoho.eu" })];
 * ```
 */
export const Zoho: OAuthFactory<ZohoOptions, ZohoProfile> = defineOAuth({
  id: "zoho",
  name: "Zoho",
  placeholders: { dc: "accounts.zoho.com" },
  issuer: "https://{dc}",
  authorization: "https://{dc}/oauth/v2/auth?scope=AaaServer.profile.Read",
  scopeSeparator: ",",
  token: {
    url: "https://{dc}/oauth/v2/token",
    // A code is valid only in the user's own data centre.
    server: { param: "accounts-server", origins: toOrigins() },
  },
  userinfo: {
    url: "https://{dc}/oauth/user/info",
    accessToken: { scheme: "Zoho-oauthtoken" },
  },
  profile: {
    id: "ZUID",
    name: ["First_Name Last_Name", "Display_Name"],
    email: "Email",
  },
  refresh: { params: { access_type: "offline", prompt: "consent" } },
  tokens: { access: 3600, rotates: false },
  revocation: "https://{dc}/oauth/v2/token/revoke",
  style: { brandColor: "#e42527" },
});

/** The origins of all data centres. */
function toOrigins(): readonly string[] {
  const zones = "com eu in com.au jp sa uk ae com.cn".split(" ");
  const domains = [...zones.map((zone) => `zoho.${zone}`), "zohocloud.ca"];
  return domains.map((domain) => `https://accounts.${domain}`);
}

export default Zoho;
