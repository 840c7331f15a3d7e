/**
 * Sign-in with Todoist.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/todoist.ts";

/** The members of Todoist's user object that the definition reads. */
export type TodoistProfile = {
  id: string;
  full_name?: string;
  email?: string;
  avatar_big?: string | null;
};

/**
 * Todoist. Create an app in the app management console, with the callback URL
 * as its OAuth redirect URL.
 *
 * @see https://developer.todoist.com/api/v1/#tag/Authorization
 *
 * @example
 * ```ts
 * import { Todoist } from "@latchkey/auth/providers/todoist";
 *
 * // Client id and secret from AUTH_TODOIST_ID and AUTH_TODOIST_SECRET.
 * const providers = [Todoist];
 * ```
 */
export const Todoist: OAuthFactory<object, TodoistProfile> = defineOAuth({
  id: "todoist",
  name: "Todoist",
  authorization: "https://todoist.com/oauth/authorize?scope=data:read",
  scopeSeparator: ",",
  token: "https://todoist.com/oauth/access_token",
  userinfo: "https://api.todoist.com/api/v1/user",
  checks: ["state"],
  profile: { name: "full_name", image: "avatar_big" },
  tokens: { rotates: true },
  revocation: "https://api.todoist.com/api/v1/revoke",
  style: { brandColor: "#e44332", logo },
});

export default Todoist;
