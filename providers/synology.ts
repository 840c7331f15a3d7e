/**
 * Sign-in with Synology SSO.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/** The claims of Synology's SSO Server that the definition reads. */
export type SynologyProfile = {
  sub: string;
  username?: string;
  email?: string;
};

/**
 * Synology SSO Server. `baseUrl` (or `AUTH_SYNOLOGY_BASE_URL`) is the https URL
 * of the server, as in its settings. Enable the OIDC service there, and add the
 * application with its callback URL.
 *
 * The id of a user is the login name. If an administrator deletes a user and
 * gives the name to another person, that person is the same user here: delete
 * the user of the application, too.
 *
 * @experimental The definition has not been confirmed with the product.
 *
 * @see https://kb.synology.com/en-us/DSM/help/SSOServer/sso_server_desc
 *
 * @example
 * ```ts
 * import { Synology } from "@latchkey/auth/providers/synology";
 *
 * // Client id and secret from AUTH_SYNOLOGY_ID and AUTH_SYNOLOGY_SECRET.
 * const providers = [Synology({ baseUrl: "https://sso.example.com" })];
 * ```
 */
export const Synology: OidcFactory<{ baseUrl: string }, SynologyProfile> =
  defineOidc({
    id: "synology",
    name: "Synology SSO",
    placeholders: { baseUrl: null },
    issuer: "{baseUrl}/webman/sso",
    authorization: { params: { scope: "openid email" } },
    profile: { name: ["username", "sub"] },
    emailTrust: "unverified",
    style: { brandColor: "#b5b5b6" },
  });

export default Synology;
