/**
 * Sign-in with Threads.
 *
 * @module
 */

import {
  defineOAuth,
  exchangeAt,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/threads.ts";

/** The members of the Threads user object that the definition reads. */
export type ThreadsProfile = {
  id: string;
  username?: string;
  name?: string;
  threads_profile_picture_url?: string;
};

/**
 * Threads. Create an app with the Threads use case in Meta's App Dashboard; the
 * client id and secret are those of the use case, not of the app. The callback
 * URL must be https, even during development. It gives no e-mail address.
 *
 * A kept access token is exchanged for one of 60 days, and that one for another
 * once half of them have passed. After 60 days without use, the user has to
 * sign in again.
 *
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 *
 * @example
 * ```ts
 * import { Threads } from "@latchkey/auth/providers/threads";
 *
 * // Client id and secret from AUTH_THREADS_ID and AUTH_THREADS_SECRET.
 * const providers = [Threads];
 * ```
 */
export const Threads: OAuthFactory<object, ThreadsProfile> = defineOAuth({
  id: "threads",
  name: "Threads",
  authorization: "https://threads.com/oauth/authorize?scope=threads_basic",
  scopeSeparator: ",",
  token: "https://graph.threads.net/oauth/access_token",
  userinfo:
    "https://graph.threads.net/v1.0/me?fields=id,username,name,threads_profile_picture_url",
  checks: ["state"],
  profile: { email: null, image: "threads_profile_picture_url" },
  refresh: exchangeAt("th", "https://graph.threads.net"),
  tokens: { access: 3600, refresh: false },
  appendsFragment: true,
  style: { brandColor: "#000000", logo },
});

export default Threads;
