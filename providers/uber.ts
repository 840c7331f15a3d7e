/**
 * Sign-in with Uber.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Uber's user object that the definition reads. */
export type UberProfile = {
  /** The encrypted id of the rider. */
  sub: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  picture?: string;
};

/**
 * Uber, for applications with access to its Consumer Identity API.
 *
 * 1. In the Uber developer dashboard, create an application.
 * 2. Add the callback URL to its redirect URIs.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://developer.uber.com/docs/consumer-identity/guides/authorization-code-flow
 *
 * @example
 * ```ts
 * import { Uber } from "@latchkey/auth/providers/uber";
 *
 * // Client id and secret from AUTH_UBER_ID and AUTH_UBER_SECRET.
 * const providers = [Uber];
 * ```
 */
export const Uber: OAuthFactory<object, UberProfile> = defineOAuth({
  id: "uber",
  name: "Uber",
  authorization: "https://auth.uber.com/oauth/v2/authorize?scope=profile",
  token: "https://auth.uber.com/oauth/v2/token",
  userinfo: "https://api.uber.com/v3/me",
  checks: ["state"],
  refresh: { scopes: ["offline_access"] },
  profile: { id: "sub", name: "given_name family_name", image: "picture" },
  style: { brandColor: "#000000" },
});

export default Uber;
