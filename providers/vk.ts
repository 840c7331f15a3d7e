/**
 * Sign-in with VK ID.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/vk.ts";

/** The members of VK's user object that the definition reads. */
export type VKProfile = {
  user_id: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  avatar?: string;
};

/**
 * VK ID. There is no client secret.
 *
 * 1. In VK ID for business, create a web application.
 * 2. Enter the domain of the site, and add the callback URL to the trusted
 *    redirect URLs.
 * 3. Switch the e-mail address on under its permissions: it is off at first.
 * 4. The ID of the app is the client id.
 *
 * Tokens that are kept for use are renewed with the `device_id` of the sign-in,
 * which is kept with them only if they are encrypted. With `tokens.seal: false`
 * in an adapter, the user has to sign in again when the access token expires.
 *
 * @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description
 *
 * @example
 * ```ts
 * import { VK } from "@latchkey/auth/providers/vk";
 *
 * // Client id from AUTH_VK_ID.
 * const providers = [VK];
 * ```
 */
export const VK: OAuthFactory<object, VKProfile> = defineOAuth({
  id: "vk",
  name: "VK ID",
  authorization: "https://id.vk.ru/authorize?scope=email",
  token: {
    url: "https://id.vk.ru/oauth2/auth",
    echo: ["device_id", "state"],
  },
  userinfo: {
    url: "https://id.vk.ru/oauth2/user_info",
    accessToken: { form: "access_token" },
    form: { client_id: "{clientId}" },
    root: "user",
  },
  client: { token_endpoint_auth_method: "none" },
  profile: { id: "user_id", name: "first_name last_name", image: "avatar" },
  refresh: { repeat: ["device_id", "state"] },
  tokens: { access: 3600, refresh: 15_552_000, rotates: true },
  revocation: {
    url: "https://id.vk.ru/oauth2/revoke",
    only: "access_token",
    names: { token: "access_token" },
  },
  style: { brandColor: "#0077ff", logo },
});

export default VK;
