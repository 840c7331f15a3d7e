/**
 * Sign-in with DonationAlerts.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of DonationAlerts' user object that the definition reads. */
export type DonationAlertsProfile = {
  id: number;
  name?: string;
  email?: string | null;
  avatar?: string | null;
};

/**
 * DonationAlerts. Create an application in the dashboard, under "Applications".
 *
 * @experimental It has not been confirmed with the provider that it returns
 * `state`.
 *
 * @see https://www.donationalerts.com/apidoc
 *
 * @example
 * ```ts
 * import { DonationAlerts } from "@latchkey/auth/providers/donation-alerts";
 *
 * // Client id and secret from AUTH_DONATION_ALERTS_ID and
 * // AUTH_DONATION_ALERTS_SECRET.
 * const providers = [DonationAlerts];
 * ```
 */
export const DonationAlerts: OAuthFactory<object, DonationAlertsProfile> =
  defineOAuth({
    id: "donation-alerts",
    name: "DonationAlerts",
    authorization:
      "https://www.donationalerts.com/oauth/authorize?scope=oauth-user-show",
    token: "https://www.donationalerts.com/oauth/token",
    userinfo: {
      url: "https://www.donationalerts.com/api/v1/user/oauth",
      root: "data",
    },
    checks: ["state"],
    profile: { image: "avatar" },
    refresh: { repeat: ["scope"] },
    style: { brandColor: "#f57d07" },
  });

export default DonationAlerts;
