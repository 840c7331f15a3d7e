/**
 * Sign-in with Roblox.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/roblox.ts";

/** The claims of Roblox that the definition reads. */
export type RobloxProfile = {
  sub: string;
  nickname?: string;
  name?: string;
  preferred_username?: string;
  picture?: string;
};

/**
 * Roblox. Create an OAuth 2.0 app in the Creator Dashboard, with the scopes
 * `openid` and `profile`. It gives no e-mail address.
 *
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-reference
 *
 * @example
 * ```ts
 * import { Roblox } from "@latchkey/auth/providers/roblox";
 *
 * // Client id and secret from AUTH_ROBLOX_ID and AUTH_ROBLOX_SECRET.
 * const providers = [Roblox];
 * ```
 */
export const Roblox: OidcFactory<object, RobloxProfile> = defineOidc({
  id: "roblox",
  name: "Roblox",
  issuer: "https://apis.roblox.com/oauth/",
  authorization: { params: { scope: "openid profile" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  profile: { name: ["nickname", "name", "preferred_username"], email: null },
  tokens: { access: 900, refresh: 7_776_000, rotates: true },
  revocation: { only: "refresh_token" },
  style: { brandColor: "#335fff", logo },
});

export default Roblox;
