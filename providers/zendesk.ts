/**
 * Sign-in with Zendesk.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link Zendesk} in addition to those of every provider. */
export interface ZendeskOptions {
  /** URL of the Zendesk account. */
  issuer?: string | undefined;
}

/** The members of Zendesk's user object that the definition reads. */
export type ZendeskProfile = {
  id: number;
  name?: string;
  email?: string | null;
  photo?: { content_url?: string } | null;
};

/**
 * Zendesk. `issuer` (or `AUTH_ZENDESK_ISSUER`) is the URL of the Zendesk
 * account, such as `https://acme.zendesk.com`.
 *
 * 1. In Admin Center, under "Apps and integrations", "APIs", "OAuth clients",
 *    add a confidential client.
 * 2. Add the callback URL to its redirect URLs.
 * 3. The identifier is the client id; copy the secret when you save.
 *
 * @see https://developer.zendesk.com/api-reference/ticketing/oauth/grant_type_tokens/
 *
 * @example
 * ```ts
 * import { Zendesk } from "@latchkey/auth/providers/zendesk";
 *
 * // Client id and secret from AUTH_ZENDESK_ID and AUTH_ZENDESK_SECRET.
 * const providers = [Zendesk({ issuer: "https://acme.zendesk.com" })];
 * ```
 */
export const Zendesk: OAuthFactory<ZendeskOptions, ZendeskProfile> =
  defineOAuth({
    id: "zendesk",
    name: "Zendesk",
    placeholders: { issuer: null },
    authorization: "{issuer}/oauth/authorizations/new?scope=users:read",
    token: { url: "{issuer}/oauth/tokens", format: "json" },
    userinfo: { url: "{issuer}/api/v2/users/me", root: "user" },
    profile: { image: "photo.content_url" },
    tokens: { refresh: 2_592_000, rotates: true },
    style: { brandColor: "#03363d" },
  });

export default Zendesk;
