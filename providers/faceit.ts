/**
 * Sign-in with FACEIT.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/faceit.ts";

/** The members of FACEIT's user object that the definition reads. */
export type FaceitProfile = {
  guid: string;
  nickname?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
};

/**
 * FACEIT. Create an OAuth2 client in the App Studio of the developer portal.
 *
 * @see https://docs.faceit.com/getting-started/authentication/oauth2
 *
 * @example
 * ```ts
 * import { Faceit } from "@latchkey/auth/providers/faceit";
 *
 * // Client id and secret from AUTH_FACEIT_ID and AUTH_FACEIT_SECRET.
 * const providers = [Faceit];
 * ```
 */
export const Faceit: OAuthFactory<object, FaceitProfile> = defineOAuth({
  id: "faceit",
  name: "FACEIT",
  issuer: "https://api.faceit.com/auth",
  authorization:
    "https://accounts.faceit.com/?scope=openid+email+profile&redirect_popup=true",
  token: "https://api.faceit.com/auth/v1/oauth/token",
  userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: { id: "guid", name: "nickname" },
  style: { brandColor: "#ff5500", logo },
});

export default Faceit;
