/**
 * Sign-in with Wikimedia.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/wikimedia.ts";

/** The members of Wikimedia's user object that the definition reads. */
export type WikimediaProfile = {
  sub: number;
  username?: string;
  email?: string;
  confirmed_email?: boolean;
};

/**
 * Wikimedia. Register an OAuth 2.0 client on Meta-Wiki, with a grant that
 * includes the user's identity; an e-mail address needs the grant that contains
 * it, and not every account has one. Any other MediaWiki with the OAuth
 * extension has the same paths on its own host.
 *
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers
 *
 * @example
 * ```ts
 * import { Wikimedia } from "@latchkey/auth/providers/wikimedia";
 *
 * // Client id and secret from AUTH_WIKIMEDIA_ID and AUTH_WIKIMEDIA_SECRET.
 * const providers = [Wikimedia];
 * ```
 */
export const Wikimedia: OAuthFactory<object, WikimediaProfile> = defineOAuth({
  id: "wikimedia",
  name: "Wikimedia",
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  profile: { id: "sub", name: "username" },
  emailTrust: ({ confirmed_email }) => confirmed_email,
  tokens: { access: 14_400, refresh: 31_536_000, rotates: true },
  style: { brandColor: "#339966", logo },
});

export default Wikimedia;
