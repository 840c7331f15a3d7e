/**
 * Sign-in with Riot Games.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/riotgames.ts";

/** Options of {@link RiotGames} in addition to those of every provider. */
export interface RiotGamesOptions {
  /** The region that is asked for the Riot ID; any of them knows all accounts. Default `europe`. */
  region?: "europe" | "americas" | "asia" | undefined;
}

/** The answers of the userinfo endpoint and, as `account`, of the account API. */
export type RiotGamesProfile = {
  sub: string;
  account?: { gameName?: string; tagLine?: string };
};

/**
 * Riot Games. Riot Sign On clients are granted on request, in the developer
 * portal. `region` can also be set as `AUTH_RIOTGAMES_REGION`. It gives no
 * e-mail address.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://support-developer.riotgames.com/hc/en-us/articles/22801670382739-RSO-Riot-Sign-On
 *
 * @example
 * ```ts
 * import { RiotGames } from "@latchkey/auth/providers/riotgames";
 *
 * // Client id and secret from AUTH_RIOTGAMES_ID and AUTH_RIOTGAMES_SECRET.
 * const providers = [RiotGames({ region: "americas" })];
 * ```
 */
export const RiotGames: OAuthFactory<RiotGamesOptions, RiotGamesProfile> =
  defineOAuth({
    id: "riotgames",
    name: "Riot Games",
    placeholders: { region: "europe" },
    issuer: "https://auth.riotgames.com",
    authorization: "https://auth.riotgames.com/authorize?scope=openid",
    token: "https://auth.riotgames.com/token",
    userinfo: {
      url: "https://auth.riotgames.com/userinfo",
      more: {
        account:
          "https://{region}.api.riotgames.com/riot/account/v1/accounts/me",
      },
    },
    client: { token_endpoint_auth_method: "client_secret_basic" },
    checks: ["state"],
    profile: {
      id: "sub",
      name: (p) =>
        [p.account?.gameName, p.account?.tagLine].filter(Boolean).join("#"),
      email: null,
    },
    refresh: { scopes: ["offline_access"] },
    style: { brandColor: "#d32936", logo },
  });

export default RiotGames;
