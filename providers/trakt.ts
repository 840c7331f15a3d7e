/**
 * Sign-in with Trakt.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/trakt.ts";

/** The members of Trakt's user object that the definition reads. */
export type TraktProfile = {
  ids?: { uuid?: string; slug?: string };
  name?: string | null;
  username?: string;
  images?: { avatar?: { full?: string } };
};

/**
 * Trakt. Create an API app in your account's settings. It gives no e-mail
 * address, and forbids pages from loading avatars from its servers: store a
 * copy.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 *
 * @example
 * ```ts
 * import { Trakt } from "@latchkey/auth/providers/trakt";
 *
 * // Client id and secret from AUTH_TRAKT_ID and AUTH_TRAKT_SECRET.
 * const providers = [Trakt];
 * ```
 */
export const Trakt: OAuthFactory<object, TraktProfile> = defineOAuth({
  id: "trakt",
  name: "Trakt",
  authorization: "https://auth.trakt.tv/oauth/authorize",
  token: { url: "https://auth.trakt.tv/oauth/token", format: "json" },
  userinfo: {
    url: "https://api.trakt.tv/users/settings",
    headers: { "trakt-api-version": "2", "trakt-api-key": "{clientId}" },
    root: "user",
  },
  checks: ["state"],
  profile: {
    // The slug follows the username, which another user may take later.
    id: "ids.uuid",
    name: ["name", "username"],
    email: null,
    image: "images.avatar.full",
  },
  formerId: ({ ids }) => ids?.slug,
  refresh: { repeat: ["redirect_uri"] },
  tokens: { rotates: true },
  revocation: { url: "https://auth.trakt.tv/oauth/revoke", format: "json" },
  style: { brandColor: "#ed2224", logo },
});

export default Trakt;
