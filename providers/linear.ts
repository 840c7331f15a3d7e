/**
 * Sign-in with Linear.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/linear.ts";

/** The members of Linear's user object that the definition reads. */
export type LinearProfile = {
  id: string;
  name?: string;
  email?: string;
  avatarUrl?: string | null;
};

/**
 * Linear. Create an OAuth application under "Settings", "API".
 *
 * @see https://linear.app/developers/oauth-2-0-authentication
 *
 * @example
 * ```ts
 * import { Linear } from "@latchkey/auth/providers/linear";
 *
 * // Client id and secret from AUTH_LINEAR_ID and AUTH_LINEAR_SECRET.
 * const providers = [Linear];
 * ```
 */
export const Linear: OAuthFactory<object, LinearProfile> = defineOAuth({
  id: "linear",
  name: "Linear",
  authorization: "https://linear.app/oauth/authorize?scope=read",
  scopeSeparator: ",",
  token: "https://api.linear.app/oauth/token",
  userinfo: {
    url: "https://api.linear.app/graphql",
    json: { query: "{viewer{id name email avatarUrl}}" },
    root: "data.viewer",
  },
  profile: { image: "avatarUrl" },
  tokens: { access: 86_400, rotates: true },
  revocation: "https://api.linear.app/oauth/revoke",
  style: { brandColor: "#5e6ad2", logo },
});

export default Linear;
