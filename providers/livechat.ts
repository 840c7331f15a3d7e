/**
 * Sign-in with LiveChat (text.com).
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/livechat.ts";

/** The members of LiveChat's account object that the definition reads. */
export type LiveChatProfile = {
  account_id: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  avatar_url?: string;
};

/**
 * LiveChat and the other products of text.com. Create an app in the developer
 * console, with the scope `accounts--my:ro`.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://platform.text.com/docs/authorization/authorization-in-practice
 *
 * @example
 * ```ts
 * import { LiveChat } from "@latchkey/auth/providers/livechat";
 *
 * // Client id and secret from AUTH_LIVECHAT_ID and AUTH_LIVECHAT_SECRET.
 * const providers = [LiveChat];
 * ```
 */
export const LiveChat: OAuthFactory<object, LiveChatProfile> = defineOAuth({
  id: "livechat",
  name: "LiveChat (text.com)",
  authorization: "https://accounts.livechat.com/?scope=accounts--my:ro",
  token: "https://accounts.livechat.com/v2/token",
  userinfo: "https://accounts.livechat.com/v2/accounts/me",
  checks: ["state"],
  profile: { id: "account_id", image: "avatar_url" },
  tokens: { access: 28_800 },
  style: { brandColor: "#ff5100", logo },
});

export default LiveChat;
