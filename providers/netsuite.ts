/**
 * Sign-in with NetSuite.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import type { UserinfoEndpoint } from "../core/providers/oauth/endpoints.ts";

/** Options of {@link NetSuite} in addition to those of every provider. */
export interface NetSuiteOptions {
  /** The account id in lower case, with dashes: `1234567-sb1`. */
  accountId: string;
  /**
   * URL of a RESTlet that returns the current user as `{ id, name, email }`.
   */
  userinfo: string | UserinfoEndpoint;
}

/**
 * NetSuite. It has no profile endpoint: deploy a RESTlet that returns the
 * current user, and set its URL as `userinfo` or `AUTH_NETSUITE_USERINFO`.
 * `accountId` can also be set as `AUTH_NETSUITE_ACCOUNT_ID`. Create an
 * integration record with "Authorization Code Grant"; its redirect URI must be
 * https, even during development.
 *
 * The RESTlet must return the internal id of the user, because a name or an
 * address can pass to another person.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html
 *
 * @example
 * ```ts
 * import { NetSuite } from "@latchkey/auth/providers/netsuite";
 *
 * // Client id and secret from AUTH_NETSUITE_ID and AUTH_NETSUITE_SECRET.
 * const providers = [
 *   NetSuite({
 *     accountId: "1234567",
 *     userinfo:
 *       "https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1",
 *   }),
 * ];
 * ```
 */
export const NetSuite: OAuthFactory<NetSuiteOptions> = defineOAuth((
  { userinfo = "{userinfo}" },
) => ({
  id: "netsuite",
  name: "NetSuite",
  placeholders: { accountId: null, userinfo: null },
  authorization:
    "https://{accountId}.app.netsuite.com/app/login/oauth2/authorize.nl?scope=restlets+rest_webservices",
  token:
    "https://{accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
  userinfo,
  client: { token_endpoint_auth_method: "client_secret_basic" },
  tokens: { access: 3600, refresh: 604_800, rotates: false },
  revocation:
    "https://{accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke",
  style: { brandColor: "#181a1b" },
}));

export default NetSuite;
