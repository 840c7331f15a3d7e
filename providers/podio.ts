/**
 * Sign-in with Podio.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Podio's user status that the definition reads. */
export type PodioProfile = {
  user: { user_id: number; mail?: string };
  profile?: { name?: string };
};

const API = "https://api.podio.com";

/**
 * Podio.
 *
 * 1. In your account's settings, under "API Keys", generate an API key.
 * 2. Its domain is the host name of your site, where the callback URL is.
 * 3. Copy the client id and the client secret.
 *
 * @see https://developers.podio.com/authentication/server_side
 *
 * @example
 * ```ts
 * import { Podio } from "@latchkey/auth/providers/podio";
 *
 * // Client id and secret from AUTH_PODIO_ID and AUTH_PODIO_SECRET.
 * const providers = [Podio];
 * ```
 */
export const Podio: OAuthFactory<object, PodioProfile> = defineOAuth({
  id: "podio",
  name: "Podio",
  authorization: "https://podio.com/oauth/authorize?scope=user:read",
  token: { url: `${API}/oauth/token/v2`, format: "json" },
  userinfo: { url: `${API}/user/status`, accessToken: { scheme: "OAuth2" } },
  checks: ["state"],
  profile: { id: "user.user_id", name: "profile.name", email: "user.mail" },
  tokens: { access: 28_800, refresh: 2_419_200 },
  style: { brandColor: "#242f33" },
});

export default Podio;
