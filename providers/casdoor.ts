/**
 * Sign-in with Casdoor.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/** The claims of the ID token that the definition reads. */
export type CasdoorProfile = {
  sub: string;
  name?: string;
  displayName?: string;
  email?: string;
  email_verified?: boolean;
  emailVerified?: boolean;
  picture?: string;
  avatar?: string;
};

/**
 * Casdoor. `issuer` (or `AUTH_CASDOOR_ISSUER`) is the URL of the installation.
 * Add the callback URL to the "Redirect URLs" of the application there. A
 * refresh token requires the grant type `refresh_token` of the application.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your server are, set `emailTrust: "claim"`.
 *
 * @see https://casdoor.org/docs/how-to-connect/oidc-client/
 *
 * @example
 * ```ts
 * import { Casdoor } from "@latchkey/auth/providers/casdoor";
 *
 * // Client id and secret from AUTH_CASDOOR_ID and AUTH_CASDOOR_SECRET.
 * const providers = [Casdoor({ issuer: "https://door.example.com" })];
 * ```
 */
export const Casdoor: OidcFactory<object, CasdoorProfile> = defineOidc({
  id: "casdoor",
  name: "Casdoor",
  // Userinfo says of every address that it is verified, the ID token does not.
  userinfo: { from: "id_token" },
  profile: { name: ["displayName", "name"], image: ["picture", "avatar"] },
  emailTrust: "unverified",
  backchannelLogout: true,
  style: { brandColor: "#5734d3" },
});

export default Casdoor;
