/**
 * Sign-in with Discord.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/discord.ts";

/** The members of Discord's user object that the definition reads. */
export type DiscordProfile = {
  id: string;
  username: string;
  global_name?: string | null;
  avatar?: string | null;
  email?: string | null;
  verified?: boolean;
};

/**
 * Discord.
 *
 * 1. In the developer portal, create an application.
 * 2. Under "OAuth2", add the callback URL to the redirects.
 * 3. Copy the client ID there, and reset the client secret to see it. The bot's
 *    token and the public key are not needed.
 *
 * @see https://discord.com/developers/docs/topics/oauth2
 *
 * @example
 * ```ts
 * import { Discord } from "@latchkey/auth/providers/discord";
 *
 * // Client id and secret from AUTH_DISCORD_ID and AUTH_DISCORD_SECRET.
 * const providers = [Discord];
 * ```
 */
export const Discord: OAuthFactory<object, DiscordProfile> = defineOAuth({
  id: "discord",
  name: "Discord",
  issuer: "https://discord.com",
  authorization: "https://discord.com/oauth2/authorize?scope=identify+email",
  token: "https://discord.com/api/oauth2/token",
  userinfo: "https://discord.com/api/users/@me",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: { name: ["global_name", "username"], image: toAvatar },
  emailTrust: ({ verified }) => verified,
  revocation: "https://discord.com/api/oauth2/token/revoke",
  tokens: { access: 604_800, rotates: true },
  style: { brandColor: "#5865f2", logo },
});

function toAvatar({ id, avatar }: DiscordProfile): string {
  const cdn = "https://cdn.discordapp.com";
  return avatar
    ? `${cdn}/avatars/${id}/${avatar}.${
      avatar.startsWith("a_") ? "gif" : "png"
    }`
    : `${cdn}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`;
}

export default Discord;
