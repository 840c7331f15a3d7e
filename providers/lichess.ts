/**
 * Sign-in with Lichess.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/lichess.ts";

/** The answers of `GET /api/account` and, as `mail`, of `GET /api/account/email`. */
export type LichessProfile = {
  id: string;
  username?: string;
  mail?: { email?: string };
};

const ACCOUNT = "https://lichess.org/api/account";

/**
 * Lichess. There is nothing to register, and no client secret: choose a client
 * id that is yours alone, such as the host name of the application.
 *
 * @see https://lichess.org/api#tag/OAuth
 *
 * @example
 * ```ts
 * import { Lichess } from "@latchkey/auth/providers/lichess";
 *
 * // Client id from AUTH_LICHESS_ID.
 * const providers = [Lichess];
 * ```
 */
export const Lichess: OAuthFactory<object, LichessProfile> = defineOAuth({
  id: "lichess",
  name: "Lichess",
  authorization: "https://lichess.org/oauth?scope=email:read",
  token: "https://lichess.org/api/token",
  userinfo: { url: ACCOUNT, more: { mail: `${ACCOUNT}/email` } },
  client: { token_endpoint_auth_method: "none" },
  profile: { name: "username", email: "mail.email" },
  tokens: { access: 31_536_000, refresh: false },
  style: { brandColor: "#3692e7", logo },
});

export default Lichess;
