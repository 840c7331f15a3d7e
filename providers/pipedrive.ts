/**
 * Sign-in with Pipedrive.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Pipedrive's user object that the definition reads. */
export type PipedriveProfile = {
  id: number;
  name?: string;
  email?: string;
  icon_url?: string | null;
};

/**
 * Pipedrive. Create an app in the Developer Hub, and set its callback URL and
 * scopes there.
 *
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 *
 * @example
 * ```ts
 * import { Pipedrive } from "@latchkey/auth/providers/pipedrive";
 *
 * // Client id and secret from AUTH_PIPEDRIVE_ID and AUTH_PIPEDRIVE_SECRET.
 * const providers = [Pipedrive];
 * ```
 */
export const Pipedrive: OAuthFactory<object, PipedriveProfile> = defineOAuth({
  id: "pipedrive",
  name: "Pipedrive",
  authorization: "https://oauth.pipedrive.com/oauth/authorize",
  token: "https://oauth.pipedrive.com/oauth/token",
  userinfo: { url: "https://api.pipedrive.com/v1/users/me", root: "data" },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: { image: "icon_url" },
  tokens: { access: 3600, refresh: 5_184_000, rotates: false },
  revocation: "https://oauth.pipedrive.com/oauth/revoke",
  style: { brandColor: "#017737" },
});

export default Pipedrive;
