/**
 * Sign-in with PayPal.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/paypal.ts";

/** Options of {@link PayPal} in addition to those of every provider. */
export interface PayPalOptions {
  /** `sandbox` is for tests with invented accounts. Default `live`. */
  environment?: "live" | "sandbox" | undefined;
}

/** The members of PayPal's user object that the definition reads. */
export type PayPalProfile = {
  user_id?: string;
  payer_id?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
};

/**
 * PayPal. `environment: "sandbox"` (or `AUTH_PAYPAL_ENVIRONMENT`) is for tests
 * with invented accounts.
 *
 * 1. In the developer dashboard, create an app. The sandbox and the live
 *    environment have apps of their own.
 * 2. Switch "Log in with PayPal" on, add the callback URL to the return URLs,
 *    and tick the attributes that it may read. PayPal refuses `localhost`: use
 *    `127.0.0.1` during development.
 * 3. Copy the client ID and the secret.
 *
 * @see https://developer.paypal.com/docs/log-in-with-paypal/integrate/
 *
 * @example
 * ```ts
 * import { PayPal } from "@latchkey/auth/providers/paypal";
 *
 * // Client id and secret from AUTH_PAYPAL_ID and AUTH_PAYPAL_SECRET.
 * const providers = [PayPal({ environment: "sandbox" })];
 * ```
 */
export const PayPal: OAuthFactory<PayPalOptions, PayPalProfile> = defineOAuth((
  { environment },
) => {
  const isSandbox = environment === "sandbox";
  const domain = isSandbox ? "sandbox.paypal.com" : "paypal.com";
  const api = `https://api-m.${domain}/v1`;
  return {
    id: "paypal",
    name: "PayPal",
    placeholders: { environment: "" },
    ...(isSandbox ? {} : { issuer: "https://www.paypal.com" }),
    authorization: {
      url: `https://www.${domain}/signin/authorize`,
      params: { scope: "openid profile email", flowEntry: "static" },
    },
    token: `${api}/oauth2/token`,
    userinfo: `${api}/identity/openidconnect/userinfo?schema=openid`,
    client: { token_endpoint_auth_method: "client_secret_basic" },
    checks: ["state"],
    profile: { id: ["user_id", "payer_id"] },
    tokens: { access: 28_800, refresh: 15_552_000, rotates: false },
    style: { brandColor: "#003087", logo },
  };
});

export default PayPal;
