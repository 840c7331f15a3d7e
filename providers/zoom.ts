/**
 * Sign-in with Zoom.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/zoom.ts";

/** The members of Zoom's user object that the definition reads. */
export type ZoomProfile = {
  id: string;
  display_name?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  /** 1 if the address is verified, else 0. */
  verified?: number;
  pic_url?: string;
};

/**
 * Zoom.
 *
 * 1. In the App Marketplace, under "Develop", build a user-managed general app.
 * 2. Enter the callback URL as the OAuth redirect URL, and add it to the allow
 *    list.
 * 3. Under "Scopes", add `user:read:user`: the app has the scopes, not the
 *    request.
 * 4. Copy the client ID and the client secret; those for development and for
 *    production differ.
 *
 * @see https://developers.zoom.us/docs/integrations/oauth/
 *
 * @example
 * ```ts
 * import { Zoom } from "@latchkey/auth/providers/zoom";
 *
 * // Client id and secret from AUTH_ZOOM_ID and AUTH_ZOOM_SECRET.
 * const providers = [Zoom];
 * ```
 */
export const Zoom: OAuthFactory<object, ZoomProfile> = defineOAuth({
  id: "zoom",
  name: "Zoom",
  authorization: "https://zoom.us/oauth/authorize",
  token: "https://zoom.us/oauth/token",
  userinfo: "https://api.zoom.us/v2/users/me",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: { name: ["display_name", "first_name last_name"], image: "pic_url" },
  tokens: { access: 3600, refresh: 7_776_000, rotates: true },
  revocation: "https://zoom.us/oauth/revoke",
  style: { brandColor: "#0b5cff", logo },
});

export default Zoom;
