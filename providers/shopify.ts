/**
 * Sign-in with Shopify.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link Shopify} in addition to those of every provider. */
export interface ShopifyOptions {
  /** URL of the shop. */
  issuer?: string | undefined;
}

/** The members of the token answer's `associated_user` that the definition reads. */
export type ShopifyProfile = {
  id: number;
  first_name?: string;
  last_name?: string;
  email?: string;
};

/**
 * Shopify, for the staff of a shop, not for its customers. `issuer` (or
 * `AUTH_SHOPIFY_ISSUER`) is the URL of the shop, such as
 * `https://acme.myshopify.com`.
 *
 * 1. In the Dev Dashboard, create an app that is not embedded.
 * 2. Add the callback URL to its redirect URLs.
 * 3. Copy the client id and the secret, and install the app in the shop.
 *
 * @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
 *
 * @example
 * ```ts
 * import { Shopify } from "@latchkey/auth/providers/shopify";
 *
 * // Client id and secret from AUTH_SHOPIFY_ID and AUTH_SHOPIFY_SECRET.
 * const providers = [Shopify({ issuer: "https://acme.myshopify.com" })];
 * ```
 */
export const Shopify: OAuthFactory<ShopifyOptions, ShopifyProfile> =
  defineOAuth({
    id: "shopify",
    name: "Shopify",
    placeholders: { issuer: null },
    // The token belongs to the person who signs in, and not to the shop.
    authorization: "{issuer}/admin/oauth/authorize?grant_options[]=per-user",
    token: "{issuer}/admin/oauth/access_token",
    userinfo: { from: "token", root: "associated_user" },
    checks: ["state"],
    profile: { name: "first_name last_name" },
    scopeSeparator: ",",
    tokens: { access: 86_400, refresh: false },
    style: { brandColor: "#95bf47" },
  });

export default Shopify;
