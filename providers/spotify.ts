/**
 * Sign-in with Spotify.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/spotify.ts";

/** The members of Spotify's user object that the definition reads. */
export type SpotifyProfile = {
  account_id: string;
  /** May change over the life of the account. */
  id: string;
  display_name?: string | null;
  email?: string;
  images?: { url: string }[];
};

/**
 * Spotify.
 *
 * 1. In the developer dashboard, create an app that uses the Web API.
 * 2. Add the callback URL to the redirect URIs. Spotify refuses `localhost`:
 *    use `http://127.0.0.1` during development.
 * 3. In the settings of the app, copy the client ID and the client secret.
 * 4. An app in development mode allows five users, who have to be listed in
 *    "User Management", and its owner needs Premium. It gets no e-mail address,
 *    so users have none until Spotify grants the extended quota.
 *
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 *
 * @example
 * ```ts
 * import { Spotify } from "@latchkey/auth/providers/spotify";
 *
 * // Client id and secret from AUTH_SPOTIFY_ID and AUTH_SPOTIFY_SECRET.
 * const providers = [Spotify];
 * ```
 */
export const Spotify: OAuthFactory<object, SpotifyProfile> = defineOAuth({
  id: "spotify",
  name: "Spotify",
  authorization: "https://accounts.spotify.com/authorize?scope=user-read-email",
  token: "https://accounts.spotify.com/api/token",
  userinfo: "https://api.spotify.com/v1/me",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: {
    id: "account_id",
    name: ["display_name", "id"],
    image: "images.0.url",
  },
  formerId: ({ id }) => id,
  tokens: { access: 3600, refresh: 15_552_000, rotates: false },
  style: { brandColor: "#1db954", logo },
});

export default Spotify;
