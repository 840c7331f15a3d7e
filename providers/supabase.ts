/**
 * Sign-in with Supabase Auth, as an OAuth 2.1 server.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/supabase.ts";

/**
 * Supabase Auth as an OpenID provider, a beta feature: enable it in the
 * dashboard of the project under "Authentication", "OAuth Server". `issuer` (or
 * `AUTH_SUPABASE_ISSUER`) is `https://<project>.supabase.co/auth/v1`. The
 * project issues ID tokens only with an asymmetric signing key. If "Confirm
 * email" is off there, every address counts as verified.
 *
 * An administrator there can mark any address as verified. With a project that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://supabase.com/docs/guides/auth/oauth-server
 *
 * @example
 * ```ts
 * import { Supabase } from "@latchkey/auth/providers/supabase";
 *
 * // Client id and secret from AUTH_SUPABASE_ID and AUTH_SUPABASE_SECRET.
 * const providers = [
 *   Supabase({ issuer: "https://my-project.supabase.co/auth/v1" }),
 * ];
 * ```
 */
export const Supabase: OidcFactory = defineOidc({
  id: "supabase",
  name: "Supabase Auth (OAuth 2.1 server)",
  tokens: { access: 3600, rotates: true },
  style: { brandColor: "#3ecf8e", logo },
});

export default Supabase;
