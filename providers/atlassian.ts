/**
 * Sign-in with Atlassian.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/atlassian.ts";

/** The members of Atlassian's user object that the definition reads. */
export type AtlassianProfile = {
  account_id: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
};

/**
 * Atlassian.
 *
 * 1. In the developer console, create an OAuth 2.0 integration.
 * 2. Under "Permissions", add the "User identity API": without it, the scope
 *    `read:me` is refused.
 * 3. Under "Authorization", enter the callback URL.
 * 4. Under "Distribution", share the app, or only its owner can sign in.
 * 5. Under "Settings", copy the client ID and the secret.
 *
 * @see https://developer.atlassian.com/cloud/oauth/getting-started/implementing-oauth-3lo/
 *
 * @example
 * ```ts
 * import { Atlassian } from "@latchkey/auth/providers/atlassian";
 *
 * // Client id and secret from AUTH_ATLASSIAN_ID and AUTH_ATLASSIAN_SECRET.
 * const providers = [Atlassian];
 * ```
 */
export const Atlassian: OAuthFactory<object, AtlassianProfile> = defineOAuth({
  id: "atlassian",
  name: "Atlassian",
  authorization: {
    url: "https://auth.atlassian.com/authorize",
    params: {
      scope: "read:me",
      audience: "api.atlassian.com",
      prompt: "consent",
    },
  },
  token: "https://auth.atlassian.com/oauth/token",
  userinfo: "https://api.atlassian.com/me",
  profile: { id: "account_id" },
  refresh: { scopes: ["offline_access"], format: "json" },
  tokens: { access: 3600, refresh: 7_776_000, rotates: true, replaced: 600 },
  style: { brandColor: "#0052cc", logo },
});

export default Atlassian;
