/**
 * Sign-in with OpenStreetMap.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of OpenStreetMap's user object that the definition reads. */
export type OpenStreetMapProfile = {
  id: number;
  /** May change over the life of the account. */
  display_name: string;
  img?: { href: string };
};

/**
 * OpenStreetMap. It gives no e-mail address.
 *
 * 1. In your account's settings, under "OAuth 2 applications", register a
 *    confidential application with the permission to read user preferences.
 * 2. Add the callback URL to its redirect URIs.
 * 3. Copy the client id and the client secret.
 *
 * @see https://wiki.openstreetmap.org/wiki/OAuth
 *
 * @example
 * ```ts
 * import { OpenStreetMap } from "@latchkey/auth/providers/openstreetmap";
 *
 * // Client id and secret from AUTH_OPENSTREETMAP_ID and AUTH_OPENSTREETMAP_SECRET.
 * const providers = [OpenStreetMap];
 * ```
 */
export const OpenStreetMap: OAuthFactory<object, OpenStreetMapProfile> =
  defineOAuth({
    id: "openstreetmap",
    name: "OpenStreetMap",
    authorization: {
      url: "https://www.openstreetmap.org/oauth2/authorize",
      params: { scope: "read_prefs" },
    },
    token: "https://www.openstreetmap.org/oauth2/token",
    userinfo: {
      url: "https://api.openstreetmap.org/api/0.6/user/details.json",
      root: "user",
    },
    profile: { name: "display_name", email: null, image: "img.href" },
    tokens: { refresh: false },
    style: { brandColor: "#7ebc6f" },
  });

export default OpenStreetMap;
