/**
 * Sign-in with Heroku.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/**
 * Heroku. Register an API client in the account settings, under "Applications".
 * Its `verified` is about a payment method, so the address does not count as
 * verified.
 *
 * @see https://devcenter.heroku.com/articles/oauth
 *
 * @example
 * ```ts
 * import { Heroku } from "@latchkey/auth/providers/heroku";
 *
 * // Client id and secret from AUTH_HEROKU_ID and AUTH_HEROKU_SECRET.
 * const providers = [Heroku];
 * ```
 */
export const Heroku: OAuthFactory = defineOAuth({
  id: "heroku",
  name: "Heroku",
  authorization: "https://id.heroku.com/oauth/authorize?scope=identity",
  token: "https://id.heroku.com/oauth/token",
  userinfo: {
    url: "https://api.heroku.com/account",
    headers: { accept: "application/vnd.heroku+json; version=3" },
  },
  checks: ["state"],
  tokens: { access: 28_799 },
  style: { brandColor: "#430098" },
});

export default Heroku;
