/**
 * Sign-in with Gumroad.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/gumroad.ts";

/** The members of Gumroad's user object that the definition reads. */
export type GumroadProfile = {
  user_id: string;
  name?: string;
  email?: string;
  profile_url?: string;
};

/**
 * Gumroad. Create an application under "Settings", "Advanced", "Applications".
 *
 * @see https://gumroad.com/api
 *
 * @example
 * ```ts
 * import { Gumroad } from "@latchkey/auth/providers/gumroad";
 *
 * // Client id and secret from AUTH_GUMROAD_ID and AUTH_GUMROAD_SECRET.
 * const providers = [Gumroad];
 * ```
 */
export const Gumroad: OAuthFactory<object, GumroadProfile> = defineOAuth({
  id: "gumroad",
  name: "Gumroad",
  authorization: "https://gumroad.com/oauth/authorize?scope=view_profile",
  token: "https://api.gumroad.com/oauth/token",
  userinfo: { url: "https://api.gumroad.com/v2/user", root: "user" },
  checks: ["state"],
  profile: { id: "user_id", image: "profile_url" },
  style: { brandColor: "#ff90e8", logo },
});

export default Gumroad;
