/**
 * Sign-in with Disqus.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Disqus's user object that the definition reads. */
export type DisqusProfile = {
  id: string;
  /** May change over the life of the account. */
  username?: string;
  name?: string;
  email?: string;
  avatar?: { permalink?: string };
};

/**
 * Disqus.
 *
 * 1. Register an API application, and set its callback URL.
 * 2. Add the host name of your site to its trusted domains.
 * 3. The public key is the client id, the secret key the client secret.
 *
 * @see https://disqus.com/api/docs/auth/
 *
 * @example
 * ```ts
 * import { Disqus } from "@latchkey/auth/providers/disqus";
 *
 * // Public and secret key from AUTH_DISQUS_ID and AUTH_DISQUS_SECRET.
 * const providers = [Disqus];
 * ```
 */
export const Disqus: OAuthFactory<object, DisqusProfile> = defineOAuth({
  id: "disqus",
  name: "Disqus",
  authorization: "https://disqus.com/api/oauth/2.0/authorize/?scope=read,email",
  scopeSeparator: ",",
  token: "https://disqus.com/api/oauth/2.0/access_token/",
  userinfo: {
    url: "https://disqus.com/api/3.0/users/details.json",
    params: { api_key: "{clientId}" },
    accessToken: { query: "access_token" },
    root: "response",
  },
  checks: ["state"],
  profile: { name: ["name", "username"], image: "avatar.permalink" },
  tokens: { access: 2_592_000 },
  style: { brandColor: "#2e9fff" },
});

export default Disqus;
