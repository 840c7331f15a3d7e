/**
 * Sign-in with Dribbble.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/dribbble.ts";

/** The members of Dribbble's user object that the definition reads. */
export type DribbbleProfile = {
  id: number;
  name?: string;
  avatar_url?: string;
};

/**
 * Dribbble. Register an application in the account settings, under
 * "Applications". It gives no e-mail address, and its access tokens do not
 * expire.
 *
 * @see https://developer.dribbble.com/v2/oauth/
 *
 * @example
 * ```ts
 * import { Dribbble } from "@latchkey/auth/providers/dribbble";
 *
 * // Client id and secret from AUTH_DRIBBBLE_ID and AUTH_DRIBBBLE_SECRET.
 * const providers = [Dribbble];
 * ```
 */
export const Dribbble: OAuthFactory<object, DribbbleProfile> = defineOAuth({
  id: "dribbble",
  name: "Dribbble",
  authorization: "https://dribbble.com/oauth/authorize?scope=public",
  token: "https://dribbble.com/oauth/token",
  userinfo: "https://api.dribbble.com/v2/user",
  checks: ["state"],
  profile: { email: null, image: "avatar_url" },
  tokens: { refresh: false },
  style: { brandColor: "#ea4c89", logo },
});

export default Dribbble;
