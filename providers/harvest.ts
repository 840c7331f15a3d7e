/**
 * Sign-in with Harvest.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Harvest's user object that the definition reads. */
export type HarvestProfile = {
  id: number;
  first_name?: string;
  last_name?: string;
  email?: string;
};

/**
 * Harvest. In the "Developers" section of Harvest ID, create an OAuth2
 * application, and set its redirect URL to the callback URL.
 *
 * @see https://help.getharvest.com/api-v2/authentication-api/authentication/authentication/
 *
 * @example
 * ```ts
 * import { Harvest } from "@latchkey/auth/providers/harvest";
 *
 * // Client id and secret from AUTH_HARVEST_ID and AUTH_HARVEST_SECRET.
 * const providers = [Harvest];
 * ```
 */
export const Harvest: OAuthFactory<object, HarvestProfile> = defineOAuth({
  id: "harvest",
  name: "Harvest",
  authorization: "https://id.getharvest.com/oauth2/authorize",
  token: "https://id.getharvest.com/api/v2/oauth2/token",
  userinfo: { url: "https://id.getharvest.com/api/v2/accounts", root: "user" },
  checks: ["state"],
  profile: { name: "first_name last_name" },
  style: { brandColor: "#fa5d00" },
});

export default Harvest;
