/**
 * Sign-in with Eventbrite.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Eventbrite's user object that the definition reads. */
export type EventbriteProfile = {
  id: string;
  name?: string;
  emails?: { email: string; primary?: boolean; verified?: boolean }[];
};

/**
 * Eventbrite. Create an API key in the account settings, and enter the callback
 * URL as its OAuth redirect URI. The address is the primary one.
 *
 * @see https://www.eventbrite.com/platform/docs/authentication
 *
 * @example
 * ```ts
 * import { Eventbrite } from "@latchkey/auth/providers/eventbrite";
 *
 * // Client id and secret from AUTH_EVENTBRITE_ID and AUTH_EVENTBRITE_SECRET.
 * const providers = [Eventbrite];
 * ```
 */
export const Eventbrite: OAuthFactory<object, EventbriteProfile> = defineOAuth({
  id: "eventbrite",
  name: "Eventbrite",
  authorization:
    "https://www.eventbrite.com/oauth/authorize?scope=user.profile",
  token: "https://www.eventbrite.com/oauth/token",
  userinfo: "https://www.eventbriteapi.com/v3/users/me/",
  checks: ["state"],
  profile: { email: (p) => findPrimary(p)?.email },
  emailTrust: (profile) => findPrimary(profile)?.verified,
  tokens: { refresh: false },
  style: { brandColor: "#f05537" },
});

function findPrimary({ emails }: EventbriteProfile) {
  return emails?.find(({ primary }) => primary);
}

export default Eventbrite;
