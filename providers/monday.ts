/**
 * Sign-in with monday.com.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of monday.com's user object that the definition reads. */
export type MondayProfile = {
  id: string;
  name?: string;
  email?: string;
  photo_thumb?: string | null;
};

/**
 * monday.com. Create an app in the developer center, and add the callback URL
 * and the scope `me:read` to its OAuth settings. The access token does not
 * expire.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://developer.monday.com/apps/docs/oauth
 *
 * @example
 * ```ts
 * import { Monday } from "@latchkey/auth/providers/monday";
 *
 * // Client id and secret from AUTH_MONDAY_ID and AUTH_MONDAY_SECRET.
 * const providers = [Monday];
 * ```
 */
export const Monday: OAuthFactory<object, MondayProfile> = defineOAuth({
  id: "monday",
  name: "monday.com",
  authorization: "https://auth.monday.com/oauth2/authorize?scope=me:read",
  token: "https://auth.monday.com/oauth2/token",
  userinfo: {
    url: "https://api.monday.com/v2",
    accessToken: { scheme: "" },
    json: { query: "{me{id name email photo_thumb}}" },
    root: "data.me",
  },
  checks: ["state"],
  profile: { image: "photo_thumb" },
  style: { brandColor: "#ff3d57" },
});

export default Monday;
