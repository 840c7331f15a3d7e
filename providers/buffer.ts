/**
 * Sign-in with Buffer.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Buffer's account object that the definition reads. */
export type BufferProfile = {
  id: string;
  name?: string;
  email?: string;
  avatar?: string;
};

/**
 * Buffer.
 *
 * 1. In Buffer's settings, under "API", "App Clients", register a client.
 * 2. Set its redirect URI to the callback URL.
 *
 * @see https://developers.buffer.com/guides/building-apps.html
 *
 * @example
 * ```ts
 * import { Buffer } from "@latchkey/auth/providers/buffer";
 *
 * // Client id and secret from AUTH_BUFFER_ID and AUTH_BUFFER_SECRET.
 * const providers = [Buffer];
 * ```
 */
export const Buffer: OAuthFactory<object, BufferProfile> = defineOAuth({
  id: "buffer",
  name: "Buffer",
  issuer: "https://auth.buffer.com",
  authorization: "https://auth.buffer.com/auth?scope=account:read",
  token: "https://auth.buffer.com/token",
  userinfo: {
    url: "https://api.buffer.com",
    json: { query: "{account{id name email avatar}}" },
    root: "data.account",
  },
  profile: { image: "avatar" },
  refresh: { scopes: ["offline_access"], params: { prompt: "consent" } },
  tokens: { access: 3600, rotates: true },
  style: { brandColor: "#231f20" },
});

export default Buffer;
