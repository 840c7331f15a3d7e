/**
 * Sign-in with Bungie.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Bungie's user object that the definition reads. */
export type BungieProfile = {
  membershipId: string;
  displayName?: string;
  /** A path on www.bungie.net. */
  profilePicturePath?: string;
};

/**
 * Bungie. Create a confidential application on bungie.net, under "Application";
 * `apiKey` (or `AUTH_BUNGIE_API_KEY`) is its API key. The redirect URL must be
 * https and not on localhost: use 127.0.0.1 for development. It gives no e-mail
 * address.
 *
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 *
 * @example
 * ```ts
 * import { Bungie } from "@latchkey/auth/providers/bungie";
 *
 * // Client id and secret from AUTH_BUNGIE_ID and AUTH_BUNGIE_SECRET.
 * const providers = [Bungie({ apiKey: "my-api-key" })];
 * ```
 */
export const Bungie: OAuthFactory<{ apiKey: string }, BungieProfile> =
  defineOAuth({
    id: "bungie",
    name: "Bungie",
    placeholders: { apiKey: null },
    authorization: "https://www.bungie.net/en/OAuth/Authorize",
    token: "https://www.bungie.net/platform/app/oauth/token/",
    userinfo: {
      url: "https://www.bungie.net/Platform/User/GetCurrentBungieNetUser/",
      headers: { "x-api-key": "{apiKey}" },
      root: "Response",
    },
    client: { token_endpoint_auth_method: "client_secret_basic" },
    checks: ["state"],
    profile: {
      id: "membershipId",
      name: "displayName",
      email: null,
      image: (p) =>
        p.profilePicturePath && `https://www.bungie.net${p.profilePicturePath}`,
    },
    tokens: { access: 3600, refresh: 7_776_000, rotates: true },
    style: { brandColor: "#0060a0" },
  });

export default Bungie;
