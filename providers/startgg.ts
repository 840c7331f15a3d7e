/**
 * Sign-in with start.gg.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of start.gg's user object that the definition reads. */
export type StartGGProfile = {
  id: number;
  slug?: string;
  email?: string | null;
  player?: { gamerTag?: string | null } | null;
  images?: { url?: string }[] | null;
};

/** The token request has to repeat it. */
const scope = "user.identity user.email";

/**
 * start.gg. Create an OAuth application in the developer portal. To ask for
 * other scopes, set `scope` in `authorization.params` and in `token.params`.
 *
 * @see https://developer.start.gg/docs/oauth/oauth-overview
 *
 * @example
 * ```ts
 * import { StartGG } from "@latchkey/auth/providers/startgg";
 *
 * // Client id and secret from AUTH_STARTGG_ID and AUTH_STARTGG_SECRET.
 * const providers = [StartGG];
 * ```
 */
export const StartGG: OAuthFactory<object, StartGGProfile> = defineOAuth({
  id: "startgg",
  name: "start.gg",
  authorization: { url: "https://start.gg/oauth/authorize", params: { scope } },
  token: {
    url: "https://api.start.gg/oauth/access_token",
    params: { scope },
  },
  userinfo: {
    url: "https://api.start.gg/gql/alpha",
    json: {
      query:
        '{currentUser{id slug email player{gamerTag} images(type:"profile"){url}}}',
    },
    root: "data.currentUser",
  },
  checks: ["state"],
  profile: { name: ["player.gamerTag", "slug"], image: "images.0.url" },
  refresh: { url: "https://api.start.gg/oauth/refresh" },
  tokens: { access: 604_800 },
  style: { brandColor: "#3f80ff" },
});

export default StartGG;
