/**
 * Sign-in with any provider of OpenID Connect.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/oidc.ts";

/**
 * Any OpenID Connect provider that publishes its metadata. `issuer` (or
 * `AUTH_OIDC_ISSUER`) is its URL, exactly as in the metadata. Set `name` for
 * the button, and a different `id` for each if there are several; the
 * environment variables contain the id.
 *
 * An administrator there can mark any address as verified. With a provider that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * Its `sub` must never pass to another person, as the standard demands: a name
 * or an address can.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html
 *
 * @example
 * ```ts
 * import { Oidc } from "@latchkey/auth/providers/oidc";
 *
 * // Client id and secret from AUTH_WORK_ID and AUTH_WORK_SECRET.
 * const providers = [
 *   Oidc({ id: "work", name: "Work", issuer: "https://login.example.com" }),
 * ];
 * ```
 */
export const Oidc: OidcFactory = defineOidc({
  id: "oidc",
  name: "OpenID Connect (generic)",
  // The metadata says how to authenticate.
  client: {},
  style: { brandColor: "#f78c40", logo },
});

export default Oidc;
