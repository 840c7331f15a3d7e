/**
 * Sign-in with United Effects.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * United Effects. `issuer` (or `AUTH_UNITED_EFFECTS_ISSUER`) is the URL of the
 * group, `https://auth.unitedeffects.com/<group>`.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://docs.unitedeffects.com/
 *
 * @example
 * ```ts
 * import { UnitedEffects } from "@latchkey/auth/providers/united-effects";
 *
 * // Client id and secret from AUTH_UNITED_EFFECTS_ID and
 * // AUTH_UNITED_EFFECTS_SECRET.
 * const providers = [
 *   UnitedEffects({ issuer: "https://auth.unitedeffects.com/my-group" }),
 * ];
 * ```
 */
export const UnitedEffects: OidcFactory = defineOidc({
  id: "united-effects",
  name: "United Effects",
  placeholders: { issuer: null },
  // Userinfo accepts only an access token for this resource.
  authorization: { params: { resource: "{issuer}" } },
  emailTrust: "unverified",
  style: { brandColor: "#00a3e0" },
});

export default UnitedEffects;
