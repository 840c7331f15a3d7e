/**
 * Sign-in with Meetup.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Meetup's member object that the definition reads. */
export type MeetupProfile = {
  id: string | number;
  name?: string;
};

/**
 * Meetup. The definition asks for no e-mail address. Create an OAuth client on
 * Meetup's API pages, and set its redirect URI to the callback URL.
 *
 * @see https://www.meetup.com/api/authentication/
 *
 * @example
 * ```ts
 * import { Meetup } from "@latchkey/auth/providers/meetup";
 *
 * // Client id and secret from AUTH_MEETUP_ID and AUTH_MEETUP_SECRET.
 * const providers = [Meetup];
 * ```
 */
export const Meetup: OAuthFactory<object, MeetupProfile> = defineOAuth({
  id: "meetup",
  name: "Meetup",
  authorization: "https://secure.meetup.com/oauth2/authorize",
  token: "https://secure.meetup.com/oauth2/access",
  userinfo: {
    url: "https://api.meetup.com/gql-ext",
    json: { query: "{self{id name}}" },
    root: "data.self",
  },
  checks: ["state"],
  profile: { email: null },
  style: { brandColor: "#ed1c40" },
});

export default Meetup;
