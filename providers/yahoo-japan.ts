/**
 * Sign-in with Yahoo! JAPAN.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Yahoo! JAPAN, whose accounts are not those of Yahoo. Register a server-side
 * application on its developer site, with the callback URL. Names and addresses
 * come from its UserInfo API, which needs Yahoo! JAPAN's approval.
 *
 * @see https://developer.yahoo.co.jp/yconnect/v2/
 *
 * @example
 * ```ts
 * import { YahooJapan } from "@latchkey/auth/providers/yahoo-japan";
 *
 * // Client id and secret from AUTH_YAHOO_JAPAN_ID and
 * // AUTH_YAHOO_JAPAN_SECRET.
 * const providers = [YahooJapan];
 * ```
 */
export const YahooJapan: OidcFactory = defineOidc({
  id: "yahoo-japan",
  name: "Yahoo! JAPAN",
  issuer: "https://auth.login.yahoo.co.jp/yconnect/v2",
  tokens: { access: 3600, refresh: 2_419_200, rotates: false },
  style: { brandColor: "#ff0033" },
});

export default YahooJapan;
