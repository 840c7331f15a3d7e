/**
 * Sign-in with osu!.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of osu!'s user object that the definition reads. */
export type OsuProfile = {
  id: number;
  username?: string;
  avatar_url?: string;
};

/**
 * osu!. Register an application in your account settings, under "OAuth". It
 * gives no e-mail address.
 *
 * @see https://osu.ppy.sh/docs/index.html#authentication
 *
 * @example
 * ```ts
 * import { Osu } from "@latchkey/auth/providers/osu";
 *
 * // Client id and secret from AUTH_OSU_ID and AUTH_OSU_SECRET.
 * const providers = [Osu];
 * ```
 */
export const Osu: OAuthFactory<object, OsuProfile> = defineOAuth({
  id: "osu",
  name: "osu!",
  authorization: "https://osu.ppy.sh/oauth/authorize?scope=identify",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  checks: ["state"],
  profile: { name: "username", email: null, image: "avatar_url" },
  tokens: { access: 86_400, rotates: true },
  style: { brandColor: "#ff66aa" },
});

export default Osu;
