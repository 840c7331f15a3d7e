/**
 * Sign-in with Tumblr.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/tumblr.ts";

/** The members of Tumblr's user object that the definition reads. */
export type TumblrProfile = {
  name?: string;
  blogs?: {
    uuid?: string;
    primary?: boolean;
    avatar?: { url?: string }[];
  }[];
};

/**
 * Tumblr. Register an application on the API page, with the callback URL among
 * its OAuth2 redirect URLs. Tumblr has no user id: the id of the user's primary
 * blog identifies the account. It gives no e-mail address.
 *
 * @see https://www.tumblr.com/docs/en/api/v2#oauth2-authorization
 *
 * @example
 * ```ts
 * import { Tumblr } from "@latchkey/auth/providers/tumblr";
 *
 * // Client id and secret from AUTH_TUMBLR_ID and AUTH_TUMBLR_SECRET.
 * const providers = [Tumblr];
 * ```
 */
export const Tumblr: OAuthFactory<object, TumblrProfile> = defineOAuth({
  id: "tumblr",
  name: "Tumblr",
  authorization: "https://www.tumblr.com/oauth2/authorize?scope=basic",
  token: "https://api.tumblr.com/v2/oauth2/token",
  userinfo: {
    url: "https://api.tumblr.com/v2/user/info",
    root: "response.user",
  },
  checks: ["state"],
  profile: ({ name, blogs }) => {
    const blog = blogs?.find(({ primary }) => primary);
    // The name can change hands; the blog's id cannot.
    return { id: blog?.uuid, name, image: blog?.avatar?.[0]?.url };
  },
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 2520 },
  appendsFragment: true,
  style: { brandColor: "#36465d", logo },
});

export default Tumblr;
