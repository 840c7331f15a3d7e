/**
 * Sign-in with Mattermost.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/mattermost.ts";

/** Options of {@link Mattermost} in addition to those of every provider. */
export interface MattermostOptions {
  /** URL of the server. */
  issuer?: string | undefined;
}

/** The members of Mattermost's user object that the definition reads. */
export type MattermostProfile = {
  id: string;
  username: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  email_verified?: boolean;
};

/**
 * Mattermost. `issuer` (or `AUTH_MATTERMOST_ISSUER`) is the URL of the server.
 * Register the application under "Integrations", "OAuth 2.0 Applications"; an
 * administrator has to switch these on in the system console.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your server are, set `emailTrust: "claim"`.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 *
 * @example
 * ```ts
 * import { Mattermost } from "@latchkey/auth/providers/mattermost";
 *
 * // Client id and secret from AUTH_MATTERMOST_ID and AUTH_MATTERMOST_SECRET.
 * const providers = [Mattermost({ issuer: "https://chat.example.com" })];
 * ```
 */
export const Mattermost: OAuthFactory<MattermostOptions, MattermostProfile> =
  defineOAuth({
    id: "mattermost",
    name: "Mattermost",
    placeholders: { issuer: null },
    authorization: "{issuer}/oauth/authorize",
    token: "{issuer}/oauth/access_token",
    userinfo: "{issuer}/api/v4/users/me",
    checks: ["state"],
    profile: { name: ["first_name last_name", "username"] },
    tokens: { access: 2_592_000 },
    style: { brandColor: "#1e325c", logo },
  });

export default Mattermost;
