/**
 * Sign-in with DeviantArt.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/deviantart.ts";

/** The members of DeviantArt's user object that the definition reads. */
export type DeviantArtProfile = {
  userid: string;
  /** May change over the life of the account. */
  username: string;
  usericon?: string;
};

/**
 * DeviantArt. It gives no e-mail address.
 *
 * 1. On the page for developers, register an application of the type
 *    "Confidential".
 * 2. Add the callback URL to its redirect URIs, which have to match exactly.
 * 3. Copy the client id and the client secret.
 *
 * @see https://deviantart.readme.io/docs/authentication
 *
 * @example
 * ```ts
 * import { DeviantArt } from "@latchkey/auth/providers/deviantart";
 *
 * // Client id and secret from AUTH_DEVIANTART_ID and AUTH_DEVIANTART_SECRET.
 * const providers = [DeviantArt];
 * ```
 */
export const DeviantArt: OAuthFactory<object, DeviantArtProfile> = defineOAuth({
  id: "deviantart",
  name: "DeviantArt",
  authorization: "https://www.deviantart.com/oauth2/authorize?scope=user",
  token: "https://www.deviantart.com/oauth2/token",
  userinfo: "https://www.deviantart.com/api/v1/oauth2/user/whoami",
  profile: { id: "userid", name: "username", email: null, image: "usericon" },
  tokens: { access: 3600 },
  style: { brandColor: "#05cc47", logo },
});

export default DeviantArt;
