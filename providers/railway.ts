/**
 * Sign-in with Railway.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/railway.ts";

/**
 * Railway. Create an OAuth app in the workspace settings, under "Developer".
 *
 * @see https://docs.railway.com/integrations/oauth
 *
 * @example
 * ```ts
 * import { Railway } from "@latchkey/auth/providers/railway";
 *
 * // Client id and secret from AUTH_RAILWAY_ID and AUTH_RAILWAY_SECRET.
 * const providers = [Railway];
 * ```
 */
export const Railway: OidcFactory = defineOidc({
  id: "railway",
  name: "Railway",
  issuer: "https://backboard.railway.com/oauth",
  emailTrust: "unverified",
  refresh: { scopes: ["offline_access"], params: { prompt: "consent" } },
  tokens: { access: 3600 },
  style: { brandColor: "#0b0d0e", logo },
});

export default Railway;
