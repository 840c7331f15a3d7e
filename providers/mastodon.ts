/**
 * Sign-in with Mastodon.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/mastodon.ts";

/** Options of {@link Mastodon} in addition to those of every provider. */
export interface MastodonOptions {
  /** URL of the instance. */
  issuer?: string | undefined;
}

/** The members of Mastodon's account object that the definition reads. */
export type MastodonProfile = {
  id: string;
  username: string;
  display_name?: string;
  avatar_static?: string;
};

/**
 * Mastodon. `issuer` (or `AUTH_MASTODON_ISSUER`) is the URL of the instance,
 * such as `https://mastodon.social`. Register the application there under
 * "Preferences", "Development". Mastodon gives no e-mail address. Before
 * version 4.3, the scope is `read:accounts`.
 *
 * @see https://docs.joinmastodon.org/spec/oauth/
 *
 * @example
 * ```ts
 * import { Mastodon } from "@latchkey/auth/providers/mastodon";
 *
 * // Client id and secret from AUTH_MASTODON_ID and AUTH_MASTODON_SECRET.
 * const providers = [Mastodon({ issuer: "https://mastodon.social" })];
 * ```
 */
export const Mastodon: OAuthFactory<MastodonOptions, MastodonProfile> =
  defineOAuth({
    id: "mastodon",
    name: "Mastodon",
    placeholders: { issuer: null },
    authorization: "{issuer}/oauth/authorize?scope=profile",
    token: "{issuer}/oauth/token",
    userinfo: "{issuer}/api/v1/accounts/verify_credentials",
    profile: {
      name: ["display_name", "username"],
      email: null,
      image: "avatar_static",
    },
    tokens: { refresh: false },
    revocation: "{issuer}/oauth/revoke",
    style: { brandColor: "#6364ff", logo },
  });

export default Mastodon;
