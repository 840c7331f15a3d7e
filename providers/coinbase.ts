/**
 * Sign-in with Coinbase.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of Coinbase's user object that the definition reads. */
export type CoinbaseProfile = {
  id: string;
  name?: string | null;
  email?: string;
  avatar_url?: string | null;
};

/**
 * Coinbase. Clients are managed in the developer platform; new ones cannot be
 * created at present, existing ones keep working.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 *
 * @example
 * ```ts
 * import { Coinbase } from "@latchkey/auth/providers/coinbase";
 *
 * // Client id and secret from AUTH_COINBASE_ID and AUTH_COINBASE_SECRET.
 * const providers = [Coinbase];
 * ```
 */
export const Coinbase: OAuthFactory<object, CoinbaseProfile> = defineOAuth({
  id: "coinbase",
  name: "Coinbase",
  authorization:
    "https://login.coinbase.com/oauth2/auth?scope=wallet:user:read+wallet:user:email",
  token: "https://login.coinbase.com/oauth2/token",
  userinfo: { url: "https://api.coinbase.com/v2/user", root: "data" },
  profile: { image: "avatar_url" },
  revocation: {
    url: "https://login.coinbase.com/oauth2/revoke",
    auth: "bearer",
  },
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 47_304_000, rotates: true },
  style: { brandColor: "#0052ff" },
});

export default Coinbase;
