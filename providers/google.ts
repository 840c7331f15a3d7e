/**
 * Sign-in with Google.
 *
 * @module
 */

import {
  defineOidc,
  type ProviderFactory,
} from "../core/providers/definition/define.ts";
import { AccessDenied } from "../core/errors/errors.ts";
import type { OIDCConfig } from "../core/providers/oauth/oauth_config.ts";
import { toUser } from "../core/providers/definition/to_user.ts";
import { logo } from "./logos/google.ts";

/** Options of {@link Google} in addition to those of every provider. */
export interface GoogleOptions {
  /** Allows only users of this Google Workspace domain; checked in the ID token. */
  hd?: string | undefined;
}

/**
 * Google. The option `hd` admits only the users of one Google Workspace domain.
 * If `tokens.providers` lists it, the library asks for a refresh token
 * (`access_type=offline` and `prompt=consent`).
 *
 * 1. In the Google Cloud console, choose a project, open the Google Auth
 *    Platform, and fill in "Branding" and "Audience". While the app is in
 *    testing, only the test users that are listed there can sign in.
 * 2. Under "Clients", create a client of the type "Web application".
 * 3. Add the callback URL under "Authorized redirect URIs", not under
 *    "Authorized JavaScript origins". It is compared exactly;
 *    `http://localhost` works during development.
 * 4. Copy the client ID and the client secret, which is shown once.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 *
 * @example
 * ```ts
 * import { Google } from "@latchkey/auth/providers/google";
 *
 * const providers = [Google({ hd: "example.com" })];
 * ```
 */
export const Google: ProviderFactory<OIDCConfig, GoogleOptions> = defineOidc<
  GoogleOptions
>(({ hd }) => ({
  id: "google",
  name: "Google",
  placeholders: { hd: "" },
  issuer: "https://accounts.google.com",
  // The parameter only preselects an account; `profile` enforces the claim.
  authorization: hd === undefined ? {} : { params: { hd } },
  profile: (profile) => {
    if (hd !== undefined && profile.hd !== hd) {
      throw new AccessDenied(`The account is not one of ${hd}.`);
    }
    return toUser(profile);
  },
  refresh: {
    params: { access_type: "offline", prompt: "consent" },
    cumulative: { include_granted_scopes: "true" },
  },
  tokens: {
    access: 3600,
    rotates: false,
    scopeNames: {
      email: "https://www.googleapis.com/auth/userinfo.email",
      profile: "https://www.googleapis.com/auth/userinfo.profile",
    },
  },
  revocation: { url: "https://oauth2.googleapis.com/revoke", auth: "none" },
  style: { brandColor: "#4285f4", logo },
}));

export default Google;
