/**
 * Sign-in with Tiltify.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Tiltify's user object that the definition reads. */
export type TiltifyProfile = {
  id: string;
  username?: string;
  email?: string | null;
  avatar?: { src?: string } | null;
};

const API = "https://v5api.tiltify.com";

/**
 * Tiltify. Create an application in the developer settings of your account.
 *
 * @see https://developers.tiltify.com/docs/authentication
 *
 * @example
 * ```ts
 * import { Tiltify } from "@latchkey/auth/providers/tiltify";
 *
 * // Client id and secret from AUTH_TILTIFY_ID and AUTH_TILTIFY_SECRET.
 * const providers = [Tiltify];
 * ```
 */
export const Tiltify: OAuthFactory<object, TiltifyProfile> = defineOAuth({
  id: "tiltify",
  name: "Tiltify",
  authorization: `${API}/oauth/authorize?scope=public`,
  token: `${API}/oauth/token`,
  userinfo: { url: `${API}/api/public/current-user`, root: "data" },
  checks: ["state"],
  profile: { name: "username", image: "avatar.src" },
  tokens: { access: 7200 },
  style: { brandColor: "#ea1c4d" },
});

export default Tiltify;
