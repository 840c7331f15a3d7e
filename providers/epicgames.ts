/**
 * Sign-in with Epic Games.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/**
 * Epic Games. Create a client in the developer portal, and a linked application
 * under "Epic Account Services". `deploymentId` (or
 * `AUTH_EPICGAMES_DEPLOYMENT_ID`) is the deployment that the tokens are for. It
 * gives no e-mail address.
 *
 * @see https://dev.epicgames.com/docs/web-api-ref/authentication
 *
 * @example
 * ```ts
 * import { EpicGames } from "@latchkey/auth/providers/epicgames";
 *
 * // Client id and secret from AUTH_EPICGAMES_ID and AUTH_EPICGAMES_SECRET.
 * const providers = [EpicGames];
 * ```
 */
export const EpicGames: OAuthFactory<{ deploymentId?: string | undefined }> =
  defineOAuth({
    id: "epicgames",
    name: "Epic Games",
    placeholders: { deploymentId: "" },
    issuer: "https://api.epicgames.dev/epic/oauth/v1",
    authorization: "https://www.epicgames.com/id/authorize?scope=basic_profile",
    token: {
      url: "https://api.epicgames.dev/epic/oauth/v2/token",
      params: { deployment_id: "{deploymentId}" },
    },
    userinfo: "https://api.epicgames.dev/epic/oauth/v2/userInfo",
    client: { token_endpoint_auth_method: "client_secret_basic" },
    revocation: "https://api.epicgames.dev/epic/oauth/v2/revoke",
    tokens: { access: 7200, refresh: 28_800 },
    style: { brandColor: "#313131" },
  });

export default EpicGames;
