/**
 * Sign-in with Battle.net.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/battlenet.ts";

/** The claims that the definition reads. */
export type BattleNetProfile = {
  sub: string;
  battletag?: string;
  battle_tag?: string;
};

/**
 * Battle.net. Create a client in the developer portal, under "API Access". It
 * gives no e-mail address. For mainland China, set `issuer` (or
 * `AUTH_BATTLENET_ISSUER`) to `https://oauth.battlenet.com.cn`.
 *
 * @see https://community.developer.battle.net/documentation/guides/using-oauth
 *
 * @example
 * ```ts
 * import { BattleNet } from "@latchkey/auth/providers/battlenet";
 *
 * // Client id and secret from AUTH_BATTLENET_ID and AUTH_BATTLENET_SECRET.
 * const providers = [BattleNet];
 * ```
 */
export const BattleNet: OidcFactory<object, BattleNetProfile> = defineOidc({
  id: "battlenet",
  name: "Battle.net",
  placeholders: { issuer: "https://oauth.battle.net" },
  issuer: "{issuer}",
  authorization: { params: { scope: "openid" } },
  checks: ["state"],
  // Only userinfo is certain to have the name.
  idToken: false,
  profile: { name: ["battletag", "battle_tag"], email: null },
  tokens: { access: 86_400, refresh: false },
  style: { brandColor: "#148eff", logo },
});

export default BattleNet;
