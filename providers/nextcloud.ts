/**
 * Sign-in with Nextcloud.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/nextcloud.ts";

/** The members of Nextcloud's user object that the definition reads. */
export type NextcloudProfile = {
  id: string;
  "display-name"?: string;
  displayname?: string;
  email?: string | null;
};

/**
 * Nextcloud. `issuer` (or `AUTH_NEXTCLOUD_ISSUER`) is the URL of the server.
 * Add an OAuth 2.0 client under "Administration settings", "Security". There
 * are no scopes: the access token gives full access to the user's account.
 *
 * The id of a user is the login name. If an administrator deletes a user and
 * gives the name to another person, that person is the same user here: delete
 * the user of the application, too.
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 *
 * @example
 * ```ts
 * import { Nextcloud } from "@latchkey/auth/providers/nextcloud";
 *
 * // Client id and secret from AUTH_NEXTCLOUD_ID and AUTH_NEXTCLOUD_SECRET.
 * const providers = [Nextcloud({ issuer: "https://cloud.example.com" })];
 * ```
 */
export const Nextcloud: OAuthFactory<
  { issuer?: string | undefined },
  NextcloudProfile
> = defineOAuth(({ issuer }) => ({
  id: "nextcloud",
  name: "Nextcloud",
  placeholders: { issuer: null },
  authorization: "{issuer}/index.php/apps/oauth2/authorize",
  token: "{issuer}/index.php/apps/oauth2/api/v1/token",
  userinfo: {
    url: "{issuer}/ocs/v2.php/cloud/user?format=json",
    headers: { "ocs-apirequest": "true" },
    root: "ocs.data",
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: {
    name: (p) => p["display-name"] || p.displayname,
    image: (p) => toAvatar(issuer, p),
  },
  tokens: { access: 3600, rotates: true },
  style: { brandColor: "#0082c9", logo },
}));

function toAvatar(
  issuer: string | undefined,
  { id }: NextcloudProfile,
): string | null {
  return issuer === undefined
    ? null
    : `${issuer.replace(/\/$/, "")}/index.php/avatar/${
      encodeURIComponent(id)
    }/512`;
}

export default Nextcloud;
