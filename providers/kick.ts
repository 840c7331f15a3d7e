/**
 * Sign-in with Kick.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/kick.ts";

/** The members of Kick's user object that the definition reads. */
export type KickProfile = {
  user_id: number;
  name?: string;
  email?: string;
  profile_picture?: string;
};

/**
 * Kick. Create an app under "Settings", "Developer".
 *
 * @see https://docs.kick.com/getting-started/generating-tokens-oauth2-flow
 *
 * @example
 * ```ts
 * import { Kick } from "@latchkey/auth/providers/kick";
 *
 * // Client id and secret from AUTH_KICK_ID and AUTH_KICK_SECRET.
 * const providers = [Kick];
 * ```
 */
export const Kick: OAuthFactory<object, KickProfile> = defineOAuth({
  id: "kick",
  name: "Kick",
  authorization: "https://id.kick.com/oauth/authorize?scope=user:read",
  token: "https://id.kick.com/oauth/token",
  // A list, in which the user is the only one.
  userinfo: { url: "https://api.kick.com/public/v1/users", root: "data.0" },
  profile: { id: "user_id", image: "profile_picture" },
  tokens: { rotates: true },
  revocation: "https://id.kick.com/oauth/revoke",
  style: { brandColor: "#53fc18", logo },
});

export default Kick;
