/**
 * Sign-in with Auth0.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import type { OIDCConfig } from "../core/providers/oauth/oauth_config.ts";
import { logo } from "./logos/auth0.ts";

/** Options of {@link Auth0} in addition to those of every provider. */
export interface Auth0Options {
  /** The tenant's domain or custom domain, in place of `issuer`. */
  domain?: string | undefined;
}

/**
 * Auth0. Set either `domain` (or `AUTH_AUTH0_DOMAIN`), the host of the tenant,
 * or `issuer` (or `AUTH_AUTH0_ISSUER`), its URL. `audience`, `organization` and
 * `connection` are useful authorization parameters.
 *
 * An administrator there can mark any address as verified. With a tenant that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * If a custom database is connected, its script must return an id that it never
 * gives to another person.
 *
 * 1. In the dashboard, under "Applications", create a "Regular Web
 *    Application".
 * 2. In its settings, add the callback URL to the "Allowed Callback URLs".
 * 3. Copy the domain, the client ID and the client secret. With a custom
 *    domain, `domain` is that one.
 * 4. To get refresh tokens, the API must allow offline access, and the
 *    application the grant "Refresh Token".
 *
 * @see https://auth0.com/docs/authenticate/protocols/openid-connect-protocol
 *
 * @example
 * ```ts
 * import { Auth0 } from "@latchkey/auth/providers/auth0";
 *
 * const providers = [Auth0({ domain: "my-tenant.eu.auth0.com" })];
 * ```
 */
export const Auth0: OidcFactory<Auth0Options> = (
  { issuer, ...options },
): OIDCConfig =>
  // The issuer ends with a slash, which is often left out.
  define({ ...options, issuer: issuer?.replace(/\/?$/, "/") });

const define = defineOidc<Auth0Options>(({ domain }) => ({
  id: "auth0",
  name: "Auth0",
  placeholders: { domain: "" },
  issuer: domain?.replace(/^(?:https:\/\/)?(.*?)\/?$/, "https://$1/"),
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 86_400, rotates: false, replaced: 0 },
  revocation: { only: "refresh_token" },
  backchannelLogout: true,
  style: { brandColor: "#eb5424", logo },
}));

export default Auth0;
