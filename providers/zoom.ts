import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";
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
 * Zoom. Create a user-managed general app in the App Marketplace, and give it
 * the scope `user:read:user`: the app has the scopes, not the request.
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
  emailTrust: ({ verified }) => verified === 1,
  tokens: { access: 3600, refresh: 7_776_000, rotates: true },
  revocation: "https://zoom.us/oauth/revoke",
  style: { brandColor: "#0b5cff", logo },
});

export default Zoom;
