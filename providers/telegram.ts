/**
 * Sign-in with Telegram.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/telegram.ts";

/**
 * Telegram. Create a bot with BotFather, and add the callback URL to the
 * allowed URLs of its login there; the client id is the id of the bot. ID
 * tokens can have any algorithm but ES256K. It gives no e-mail address.
 *
 * @see https://core.telegram.org/bots/telegram-login
 *
 * @example
 * ```ts
 * import { Telegram } from "@latchkey/auth/providers/telegram";
 *
 * // Client id and secret from AUTH_TELEGRAM_ID and AUTH_TELEGRAM_SECRET.
 * const providers = [Telegram];
 * ```
 */
export const Telegram: OidcFactory = defineOidc({
  id: "telegram",
  name: "Telegram",
  issuer: "https://oauth.telegram.org",
  authorization: { params: { scope: "openid profile" } },
  userinfo: { from: "id_token" },
  style: { brandColor: "#26a5e4", logo },
});

export default Telegram;
