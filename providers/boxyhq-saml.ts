/**
 * Sign-in with Ory Polis (BoxyHQ SAML Jackson).
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link BoxyHQSAML} in addition to those of every provider. */
export interface BoxyHQSAMLOptions {
  /** URL of the server. */
  issuer?: string | undefined;
}

/** The members of the user object that the definition reads. */
export type BoxyHQSAMLProfile = {
  id: string;
  email?: string;
  firstName?: string;
  lastName?: string;
};

/**
 * Ory Polis (formerly BoxyHQ SAML Jackson), which turns SAML into OAuth.
 * `issuer` (or `AUTH_BOXYHQ_SAML_ISSUER`) is the origin of the installation.
 * The authorization parameters `tenant` and `product` choose the connection;
 * the client id can then be `dummy`.
 *
 * The id of a user is the one that the SAML connection sends, or is made of the
 * address if it sends none. Two connections can send the same id for another
 * person: write a provider with an `id` of its own for each connection, and do
 * not choose `tenant` for single sign-ins.
 *
 * @see https://www.ory.com/docs/polis
 *
 * @example
 * ```ts
 * import { BoxyHQSAML } from "@latchkey/auth/providers/boxyhq-saml";
 *
 * // Client id and secret from AUTH_BOXYHQ_SAML_ID and
 * // AUTH_BOXYHQ_SAML_SECRET.
 * const providers = [
 *   BoxyHQSAML({
 *     issuer: "https://saml.example.com",
 *     authorization: { params: { tenant: "acme", product: "my-app" } },
 *   }),
 * ];
 * ```
 */
export const BoxyHQSAML: OAuthFactory<BoxyHQSAMLOptions, BoxyHQSAMLProfile> =
  defineOAuth({
    id: "boxyhq-saml",
    name: "Ory Polis (BoxyHQ SAML Jackson)",
    placeholders: { issuer: null },
    authorization: "{issuer}/api/oauth/authorize?provider=saml",
    token: "{issuer}/api/oauth/token",
    userinfo: "{issuer}/api/oauth/userinfo",
    profile: { name: "firstName lastName" },
    tokens: { refresh: false },
    style: { brandColor: "#25c2a0" },
  });

export default BoxyHQSAML;
