/**
 * Sign-in with Autodesk Platform Services.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/autodesk.ts";

const API = "https://developer.api.autodesk.com";

/**
 * Autodesk Platform Services. Create an application of the type "Traditional
 * Web App" in the developer portal, and add the callback URL there.
 *
 * @see https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/
 *
 * @example
 * ```ts
 * import { Autodesk } from "@latchkey/auth/providers/autodesk";
 *
 * // Client id and secret from AUTH_AUTODESK_ID and AUTH_AUTODESK_SECRET.
 * const providers = [Autodesk];
 * ```
 */
export const Autodesk: OidcFactory = defineOidc({
  id: "autodesk",
  name: "Autodesk Platform Services",
  issuer: API,
  // Autodesk knows no scopes `profile` and `email`.
  authorization: { params: { scope: "openid user-profile:read" } },
  // The ID token has neither name nor address.
  idToken: false,
  revocation: `${API}/authentication/v2/revoke`,
  endSession: { url: `${API}/authentication/v2/logout`, idTokenHint: false },
  tokens: { access: 3600, refresh: 1_296_000, rotates: true },
  style: { brandColor: "#0696d7", logo },
});

export default Autodesk;
