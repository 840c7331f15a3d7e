/**
 * Sign-in with Asgardeo.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Asgardeo. `tenant` (or `AUTH_ASGARDEO_TENANT`) is the name of the
 * organization. Register a "Traditional Web Application" in the console, and
 * add the callback URL under "Protocol", "Authorized redirect URLs".
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your organization are, set `emailTrust: "claim"`.
 *
 * Leave the subject attribute of the application at the user id: a name or an
 * address can pass to another person.
 *
 * @see https://wso2.com/asgardeo/docs/
 *
 * @example
 * ```ts
 * import { Asgardeo } from "@latchkey/auth/providers/asgardeo";
 *
 * // Client id and secret from AUTH_ASGARDEO_ID and AUTH_ASGARDEO_SECRET.
 * const providers = [Asgardeo({ tenant: "my-organization" })];
 * ```
 */
export const Asgardeo: OidcFactory<{ tenant: string }> = defineOidc({
  id: "asgardeo",
  name: "Asgardeo",
  placeholders: { tenant: null },
  issuer: "https://api.asgardeo.io/t/{tenant}/oauth2/token",
  emailTrust: "unverified",
  tokens: { access: 3600, refresh: 86_400, rotates: true },
  revocation: "https://api.asgardeo.io/t/{tenant}/oauth2/revoke",
  endSession: "https://api.asgardeo.io/t/{tenant}/oidc/logout",
  backchannelLogout: true,
  style: { brandColor: "#ff7300" },
});

export default Asgardeo;
