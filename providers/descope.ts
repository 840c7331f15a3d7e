/**
 * Sign-in with Descope.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Descope. `issuer` (or `AUTH_DESCOPE_ISSUER`) is `https://api.descope.com/`
 * (or your own domain) with the id of the project, which is also the client id.
 * The client secret is an access key.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your project are, set `emailTrust: "claim"`.
 *
 * @see https://docs.descope.com/getting-started/oidc-endpoints
 *
 * @example
 * ```ts
 * import { Descope } from "@latchkey/auth/providers/descope";
 *
 * // Client id and secret from AUTH_DESCOPE_ID and AUTH_DESCOPE_SECRET.
 * const providers = [Descope({ issuer: "https://api.descope.com/PROJECT" })];
 * ```
 */
export const Descope: OidcFactory = defineOidc({
  id: "descope",
  name: "Descope",
  emailTrust: "unverified",
  tokens: { access: 600, refresh: 2_419_200 },
  style: { brandColor: "#1c1c23" },
});

export default Descope;
