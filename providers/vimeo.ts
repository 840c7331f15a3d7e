/**
 * Sign-in with Vimeo.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/vimeo.ts";

/** The members of Vimeo's user object that the definition reads. */
export type VimeoProfile = {
  /** The path of the user, which ends in the id. */
  uri: string;
  name?: string;
  pictures?: { sizes?: { link?: string }[] };
};

/**
 * Vimeo. Create an app on the developer site, and add the callback URL to it.
 * The user comes with the token response. It gives no e-mail address.
 *
 * @see https://developer.vimeo.com/api/authentication
 *
 * @example
 * ```ts
 * import { Vimeo } from "@latchkey/auth/providers/vimeo";
 *
 * // Client id and secret from AUTH_VIMEO_ID and AUTH_VIMEO_SECRET.
 * const providers = [Vimeo];
 * ```
 */
export const Vimeo: OAuthFactory<object, VimeoProfile> = defineOAuth({
  id: "vimeo",
  name: "Vimeo",
  authorization: "https://api.vimeo.com/oauth/authorize?scope=public",
  token: "https://api.vimeo.com/oauth/access_token",
  userinfo: { from: "token", root: "user" },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: {
    id: (p) => p.uri.split("/").at(-1),
    email: null,
    image: "pictures.sizes.3.link",
  },
  tokens: { refresh: false },
  style: { brandColor: "#1ab7ea", logo },
});

export default Vimeo;
