/**
 * Sign-in with ClickUp.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/click-up.ts";

/** The members of ClickUp's user object that the definition reads. */
export type ClickUpProfile = {
  id: number;
  username?: string | null;
  email?: string;
  profilePicture?: string | null;
};

/**
 * ClickUp. Create an app in the settings, under "ClickUp API". Its access
 * tokens do not expire, and there are no scopes.
 *
 * @see https://developer.clickup.com/docs/authentication
 *
 * @example
 * ```ts
 * import { ClickUp } from "@latchkey/auth/providers/click-up";
 *
 * // Client id and secret from AUTH_CLICK_UP_ID and AUTH_CLICK_UP_SECRET.
 * const providers = [ClickUp];
 * ```
 */
export const ClickUp: OAuthFactory<object, ClickUpProfile> = defineOAuth({
  id: "click-up",
  name: "ClickUp",
  authorization: "https://app.clickup.com/api",
  token: "https://api.clickup.com/api/v2/oauth/token",
  userinfo: { url: "https://api.clickup.com/api/v2/user", root: "user" },
  checks: ["state"],
  profile: { name: "username", image: "profilePicture" },
  tokens: { refresh: false },
  style: { brandColor: "#7b68ee", logo },
});

export default ClickUp;
