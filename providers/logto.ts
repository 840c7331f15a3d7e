/**
 * Sign-in with Logto.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Logto. `issuer` (or `AUTH_LOGTO_ISSUER`) is the URL of the tenant with
 * `/oidc`, such as `https://my-tenant.logto.app/oidc`. Create a "Traditional
 * web" application in the console, and add the callback URL under "Redirect
 * URIs". An administrator can set any e-mail address, and Logto calls it
 * verified.
 *
 * An administrator there can mark any address as verified. With a tenant that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * @see https://docs.logto.io/integrate-logto/application-data-structure
 *
 * @example
 * ```ts
 * import { Logto } from "@latchkey/auth/providers/logto";
 *
 * // Client id and secret from AUTH_LOGTO_ID and AUTH_LOGTO_SECRET.
 * const providers = [Logto({ issuer: "https://my-tenant.logto.app/oidc" })];
 * ```
 */
export const Logto: OidcFactory = defineOidc({
  id: "logto",
  name: "Logto",
  profile: {
    name: (p) => p.name || (typeof p.username === "string" ? p.username : null),
  },
  refresh: { scopes: ["offline_access"], params: { prompt: "consent" } },
  tokens: { access: 3600, refresh: 1_209_600 },
  backchannelLogout: true,
  style: { brandColor: "#7958ff" },
});

export default Logto;
