/**
 * Sign-in with ORCID.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/orcid.ts";

/**
 * ORCID. The user's id is the ORCID iD, such as `0000-0002-2601-8132`. It gives
 * no e-mail address.
 *
 * 1. Under "Developer Tools" of your ORCID record, register for the public API,
 *    or use the credentials of a member.
 * 2. Add the callback URL to the redirect URIs.
 * 3. Copy the client ID and the client secret.
 *
 * @see https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/
 *
 * @example
 * ```ts
 * import { Orcid } from "@latchkey/auth/providers/orcid";
 *
 * // Client id and secret from AUTH_ORCID_ID and AUTH_ORCID_SECRET.
 * const providers = [Orcid];
 * ```
 */
export const Orcid: OidcFactory = defineOidc({
  id: "orcid",
  name: "ORCID",
  issuer: "https://orcid.org",
  authorization: { params: { scope: "openid" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  profile: { name: ["name", "given_name family_name"], email: null },
  style: { brandColor: "#a6ce39", logo },
});

export default Orcid;
