/**
 * Sign-in with Seznam.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Seznam's user object that the definition reads. */
export type SeznamProfile = {
  oauth_user_id: string;
  firstname?: string;
  lastname?: string;
  username?: string;
  email?: string;
};

const API = "https://login.szn.cz/api/v1";

/**
 * Seznam. Register the service in Seznam's developer site.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://vyvojari.seznam.cz/oauth/doc
 *
 * @example
 * ```ts
 * import { Seznam } from "@latchkey/auth/providers/seznam";
 *
 * // Client id and secret from AUTH_SEZNAM_ID and AUTH_SEZNAM_SECRET.
 * const providers = [Seznam];
 * ```
 */
export const Seznam: OAuthFactory<object, SeznamProfile> = defineOAuth({
  id: "seznam",
  name: "Seznam",
  authorization: `${API}/oauth/auth?scope=identity`,
  scopeSeparator: ",",
  token: `${API}/oauth/token`,
  userinfo: { url: `${API}/user`, accessToken: { scheme: "bearer" } },
  checks: ["state"],
  profile: { id: "oauth_user_id", name: ["firstname lastname", "username"] },
  style: { brandColor: "#cc0000" },
});

export default Seznam;
