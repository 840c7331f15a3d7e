/**
 * Sign-in with Strava.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/strava.ts";

/** The members of Strava's athlete that the definition reads. */
export type StravaProfile = {
  id: number;
  firstname?: string;
  lastname?: string;
  /** The picture; a relative path if there is none. */
  profile?: string;
};

/**
 * Strava. It gives no e-mail address.
 *
 * 1. In the API settings of your account, create an app.
 * 2. Set the "Authorization Callback Domain" to the host of the callback URL: a
 *    host name without a scheme and a path.
 * 3. Copy the client ID and the client secret.
 * 4. Only the app's owner, who needs a subscription, can sign in until Strava
 *    has approved it for more athletes.
 *
 * @see https://developers.strava.com/docs/authentication/
 *
 * @example
 * ```ts
 * import { Strava } from "@latchkey/auth/providers/strava";
 *
 * // Client id and secret from AUTH_STRAVA_ID and AUTH_STRAVA_SECRET.
 * const providers = [Strava];
 * ```
 */
export const Strava: OAuthFactory<object, StravaProfile> = defineOAuth({
  id: "strava",
  name: "Strava",
  authorization: {
    url: "https://www.strava.com/oauth/authorize",
    params: { scope: "read", approval_prompt: "auto" },
  },
  scopeSeparator: ",",
  token: "https://www.strava.com/oauth/token",
  userinfo: "https://www.strava.com/api/v3/athlete",
  checks: ["state"],
  profile: {
    name: "firstname lastname",
    email: null,
    image: (p) => p.profile?.startsWith("https://") ? p.profile : null,
  },
  tokens: { access: 21_600, rotates: true },
  revocation: {
    url: "https://www.strava.com/oauth/deauthorize",
    only: "access_token",
    auth: "none",
    names: { token: "access_token" },
  },
  style: { brandColor: "#fc4c02", logo },
});

export default Strava;
