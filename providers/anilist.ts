/**
 * Sign-in with AniList.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/anilist.ts";

/** The members of AniList's user object that the definition reads. */
export type AniListProfile = {
  id: number;
  name?: string;
  avatar?: { large?: string | null } | null;
};

/**
 * AniList. Create a client in the settings, under "Developer". It gives no
 * e-mail address, and an access token for a year instead of a refresh token.
 *
 * @see https://docs.anilist.co/guide/auth/authorization-code
 *
 * @example
 * ```ts
 * import { AniList } from "@latchkey/auth/providers/anilist";
 *
 * // Client id and secret from AUTH_ANILIST_ID and AUTH_ANILIST_SECRET.
 * const providers = [AniList];
 * ```
 */
export const AniList: OAuthFactory<object, AniListProfile> = defineOAuth({
  id: "anilist",
  name: "AniList",
  authorization: "https://anilist.co/api/v2/oauth/authorize",
  token: "https://anilist.co/api/v2/oauth/token",
  userinfo: {
    url: "https://graphql.anilist.co",
    json: { query: "{Viewer{id name avatar{large}}}" },
    root: "data.Viewer",
  },
  checks: ["state"],
  profile: { email: null, image: "avatar.large" },
  tokens: { access: 31_536_000, refresh: false },
  style: { brandColor: "#02a9ff", logo },
});

export default AniList;
