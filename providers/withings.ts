/**
 * Sign-in with Withings.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The member of Withings's token response that the definition reads. */
export type WithingsProfile = {
  userid: string | number;
};

/**
 * Withings. Create an application for the public API in the developer
 * dashboard. Withings has no profile: it gives neither a name nor an e-mail
 * address, only the user's id.
 *
 * @see https://developer.withings.com/api-reference/#tag/oauth2
 *
 * @example
 * ```ts
 * import { Withings } from "@latchkey/auth/providers/withings";
 *
 * // Client id and secret from AUTH_WITHINGS_ID and AUTH_WITHINGS_SECRET.
 * const providers = [Withings];
 * ```
 */
export const Withings: OAuthFactory<object, WithingsProfile> = defineOAuth({
  id: "withings",
  name: "Withings",
  authorization:
    "https://account.withings.com/oauth2_user/authorize2?scope=user.info",
  scopeSeparator: ",",
  token: {
    url: "https://wbsapi.withings.net/v2/oauth2",
    params: { action: "requesttoken" },
    root: "body",
  },
  userinfo: { from: "token" },
  checks: ["state"],
  profile: { id: "userid", email: null },
  tokens: {
    access: 10_800,
    refresh: 31_536_000,
    rotates: true,
    replaced: 28_800,
  },
  style: { brandColor: "#00bcb5" },
});

export default Withings;
