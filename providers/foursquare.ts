/**
 * Sign-in with Foursquare.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/foursquare.ts";

/** The members of Foursquare's user object that the definition reads. */
export type FoursquareProfile = {
  id: string;
  firstName?: string;
  lastName?: string;
  contact?: { email?: string };
  photo?: { prefix: string; suffix: string };
};

/**
 * Foursquare. It uses the old v2 API, which is open only to projects from before
 * 2021-11-18 and to the beta of the Personalization API.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://docs.foursquare.com/developer/docs/using-oauth-authentication
 *
 * @example
 * ```ts
 * import { Foursquare } from "@latchkey/auth/providers/foursquare";
 *
 * // Client id and secret from AUTH_FOURSQUARE_ID and AUTH_FOURSQUARE_SECRET.
 * const providers = [Foursquare];
 * ```
 */
export const Foursquare: OAuthFactory<object, FoursquareProfile> = defineOAuth({
  id: "foursquare",
  name: "Foursquare",
  authorization: "https://foursquare.com/oauth2/authenticate",
  token: "https://foursquare.com/oauth2/access_token",
  userinfo: {
    url: "https://api.foursquare.com/v2/users/self",
    params: { v: "20230131" },
    accessToken: { query: "oauth_token" },
    root: "response.user",
  },
  checks: ["state"],
  profile: {
    name: "firstName lastName",
    email: "contact.email",
    image: (p) => p.photo && `${p.photo.prefix}original${p.photo.suffix}`,
  },
  tokens: { refresh: false },
  style: { brandColor: "#3333ff", logo },
});

export default Foursquare;
