/**
 * Sign-in with Dailymotion.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/dailymotion.ts";

/** The members of Dailymotion's token details that the definition reads. */
export type DailymotionProfile = {
  id: string;
  /** May change over the life of the account. */
  username?: string;
  screenname?: string;
};

/**
 * Dailymotion. It gives no e-mail address.
 *
 * 1. In Dailymotion Studio, under "API Keys", create a public API key.
 * 2. Set its callback URL.
 * 3. The API key is the client id, the API secret the client secret.
 *
 * @see https://developers.dailymotion.com/v0/docs/authenticate-using-authorization-codes
 *
 * @example
 * ```ts
 * import { Dailymotion } from "@latchkey/auth/providers/dailymotion";
 *
 * // Client id and secret from AUTH_DAILYMOTION_ID and AUTH_DAILYMOTION_SECRET.
 * const providers = [Dailymotion];
 * ```
 */
export const Dailymotion: OAuthFactory<object, DailymotionProfile> =
  defineOAuth({
    id: "dailymotion",
    name: "Dailymotion",
    authorization: "https://api.dailymotion.com/oauth/authorize",
    token: "https://api.dailymotion.com/oauth/token",
    userinfo: "https://api.dailymotion.com/auth",
    checks: ["state"],
    profile: { name: ["screenname", "username"], email: null },
    style: { brandColor: "#0a0a0a", logo },
  });

export default Dailymotion;
