/**
 * Sign-in with Shikimori.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link Shikimori} in addition to those of every provider. */
export interface ShikimoriOptions {
  /** Name of the application, as it is registered. */
  appName: string;
  /** The host, which has changed more than once. Default `shikimori.io`. */
  host?: string | undefined;
}

/** The members of Shikimori's user object that the definition reads. */
export type ShikimoriProfile = {
  id: number;
  nickname?: string;
  avatar?: string;
  image?: { x160?: string };
};

/**
 * Shikimori. Register an application on the OAuth page; its name must be set as
 * `appName` (or `AUTH_SHIKIMORI_APP_NAME`), and `host` can be set as
 * `AUTH_SHIKIMORI_HOST`. It gives no e-mail address.
 *
 * @see https://shikimori.io/oauth
 *
 * @example
 * ```ts
 * import { Shikimori } from "@latchkey/auth/providers/shikimori";
 *
 * // Client id and secret from AUTH_SHIKIMORI_ID and AUTH_SHIKIMORI_SECRET.
 * const providers = [Shikimori({ appName: "My application" })];
 * ```
 */
export const Shikimori: OAuthFactory<ShikimoriOptions, ShikimoriProfile> =
  defineOAuth({
    id: "shikimori",
    name: "Shikimori",
    placeholders: { appName: null, host: "shikimori.io" },
    authorization: "https://{host}/oauth/authorize",
    token: "https://{host}/oauth/token",
    userinfo: {
      url: "https://{host}/api/users/whoami",
      headers: { "user-agent": "{appName}" },
    },
    checks: ["state"],
    profile: { name: "nickname", email: null, image: ["image.x160", "avatar"] },
    tokens: { access: 86_400, rotates: true },
    style: { brandColor: "#343434" },
  });

export default Shikimori;
