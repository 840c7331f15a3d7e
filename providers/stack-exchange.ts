/**
 * Sign-in with Stack Exchange.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link StackExchange} in addition to those of every provider. */
export interface StackExchangeOptions {
  /** The API key of the application, which is not secret. */
  apiKey?: string | undefined;
}

/** The members of Stack Exchange's user object that the definition reads. */
export type StackExchangeProfile = {
  /** The id on all sites; `user_id` is the id on this site. */
  account_id: number;
  /** May change over the life of the account. It is escaped as HTML. */
  display_name?: string;
  profile_image?: string;
};

/**
 * Stack Exchange, for people with an account on Stack Overflow. `apiKey` (or
 * `AUTH_STACK_EXCHANGE_API_KEY`) is the API key of the application. Stack
 * Exchange gives no e-mail address.
 *
 * 1. On Stack Apps, register an application. Its OAuth domain is the host name
 *    of your site, where the callback URL is.
 * 2. Copy the client id, the client secret and an API key.
 *
 * @see https://api.stackexchange.com/docs/authentication
 *
 * @example
 * ```ts
 * import { StackExchange } from "@latchkey/auth/providers/stack-exchange";
 *
 * // Client id, secret and key from AUTH_STACK_EXCHANGE_ID,
 * // AUTH_STACK_EXCHANGE_SECRET and AUTH_STACK_EXCHANGE_API_KEY.
 * const providers = [StackExchange];
 * ```
 */
export const StackExchange: OAuthFactory<
  StackExchangeOptions,
  StackExchangeProfile
> = defineOAuth({
  id: "stack-exchange",
  name: "Stack Exchange",
  placeholders: { apiKey: null },
  authorization: "https://stackoverflow.com/oauth",
  token: {
    url: "https://stackoverflow.com/oauth/access_token/json",
    names: { expires_in: "expires" },
  },
  userinfo: {
    url: "https://api.stackexchange.com/2.3/me",
    params: { site: "stackoverflow", key: "{apiKey}" },
    accessToken: { query: "access_token" },
    root: "items.0",
  },
  checks: ["state"],
  profile: {
    id: "account_id",
    name: "display_name",
    email: null,
    image: "profile_image",
  },
  tokens: { access: 86_400, refresh: false },
  style: { brandColor: "#1e5397" },
});

export default StackExchange;
