/**
 * Sign-in with Netlify.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/netlify.ts";

/** The members of Netlify's user object that the definition reads. */
export type NetlifyProfile = {
  id: string;
  full_name?: string | null;
  email?: string;
  avatar_url?: string | null;
};

/**
 * Netlify. Register an OAuth application under "User settings",
 * "Applications". There are no scopes: the access token gives full access to
 * the user's account.
 *
 * @see https://docs.netlify.com/api/get-started/#authentication
 *
 * @example
 * ```ts
 * import { Netlify } from "@latchkey/auth/providers/netlify";
 *
 * // Client id and secret from AUTH_NETLIFY_ID and AUTH_NETLIFY_SECRET.
 * const providers = [Netlify];
 * ```
 */
export const Netlify: OAuthFactory<object, NetlifyProfile> = defineOAuth({
  id: "netlify",
  name: "Netlify",
  authorization: "https://app.netlify.com/authorize",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  checks: ["state"],
  profile: { name: "full_name", image: "avatar_url" },
  style: { brandColor: "#32e6e2", logo },
});

export default Netlify;
