/**
 * Sign-in with SailPoint ISC.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of SailPoint's user object that the definition reads. */
export type SailPointProfile = {
  id: string;
  uid?: string;
  email?: string;
};

/**
 * SailPoint Identity Security Cloud. `tenant` (or `AUTH_SAILPOINT_TENANT`) is
 * the tenant's subdomain of `identitynow.com`. Create an API client in the
 * administration, with the grant type "Authorization Code".
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://developer.sailpoint.com/docs/api/authentication/
 *
 * @example
 * ```ts
 * import { SailPoint } from "@latchkey/auth/providers/sailpoint";
 *
 * // Client id and secret from AUTH_SAILPOINT_ID and AUTH_SAILPOINT_SECRET.
 * const providers = [SailPoint({ tenant: "acme" })];
 * ```
 */
export const SailPoint: OAuthFactory<{ tenant: string }, SailPointProfile> =
  defineOAuth({
    id: "sailpoint",
    name: "SailPoint ISC",
    placeholders: { tenant: null },
    authorization:
      "https://{tenant}.identitynow.com/oauth/authorize?scope=sp:scopes:all",
    token: "https://{tenant}.api.identitynow.com/oauth/token",
    userinfo: "https://{tenant}.api.identitynow.com/oauth/userinfo",
    client: { token_endpoint_auth_method: "client_secret_basic" },
    checks: ["state"],
    profile: { name: "uid" },
    style: { brandColor: "#011e69" },
  });

export default SailPoint;
