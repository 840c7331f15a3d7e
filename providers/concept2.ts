/**
 * Sign-in with Concept2.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Concept2's user object that the definition reads. */
export type Concept2Profile = {
  id: number;
  username?: string;
  email?: string | null;
  profile_image?: string | null;
};

/**
 * Concept2 Logbook. Request an API key in the logbook, under "Developers". To
 * develop against the sandbox, set the URLs of the endpoints with the host
 * `log-dev.concept2.com`.
 *
 * @see https://log.concept2.com/developers/documentation/
 *
 * @example
 * ```ts
 * import { Concept2 } from "@latchkey/auth/providers/concept2";
 *
 * // Client id and secret from AUTH_CONCEPT2_ID and AUTH_CONCEPT2_SECRET.
 * const providers = [Concept2];
 * ```
 */
export const Concept2: OAuthFactory<object, Concept2Profile> = defineOAuth({
  id: "concept2",
  name: "Concept2",
  // Several scopes are separated by commas.
  authorization: "https://log.concept2.com/oauth/authorize?scope=user:read",
  scopeSeparator: ",",
  token: "https://log.concept2.com/oauth/access_token",
  userinfo: { url: "https://log.concept2.com/api/users/me", root: "data" },
  checks: ["state"],
  profile: { name: "username", image: "profile_image" },
  tokens: { access: 604_800 },
  style: { brandColor: "#004a97" },
});

export default Concept2;
