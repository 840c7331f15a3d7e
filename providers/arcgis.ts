/**
 * Sign-in with ArcGIS.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of ArcGIS's user object that the definition reads. */
export type ArcGISProfile = {
  id: string;
  username?: string;
  fullName?: string;
  email?: string;
};

/**
 * ArcGIS Online and ArcGIS Location Platform.
 *
 * 1. Create OAuth credentials for user authentication.
 * 2. Add the callback URL to their redirect URLs.
 *
 * @see https://developers.arcgis.com/documentation/security-and-authentication/user-authentication/
 *
 * @example
 * ```ts
 * import { ArcGIS } from "@latchkey/auth/providers/arcgis";
 *
 * // Client id and secret from AUTH_ARCGIS_ID and AUTH_ARCGIS_SECRET.
 * const providers = [ArcGIS];
 * ```
 */
export const ArcGIS: OAuthFactory<object, ArcGISProfile> = defineOAuth({
  id: "arcgis",
  name: "ArcGIS",
  authorization: "https://www.arcgis.com/sharing/rest/oauth2/authorize",
  token: "https://www.arcgis.com/sharing/rest/oauth2/token",
  userinfo: {
    url: "https://www.arcgis.com/sharing/rest/community/self",
    params: { f: "json" },
    accessToken: { query: "token" },
  },
  profile: { name: ["fullName", "username"] },
  tokens: { access: 1800 },
  style: { brandColor: "#007ac2" },
});

export default ArcGIS;
