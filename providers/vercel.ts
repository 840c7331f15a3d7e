/**
 * Sign-in with Vercel.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/vercel.ts";

/**
 * Vercel. Create an app in the settings of a team, add the callback URL, and
 * switch on the permissions for the user's name and e-mail address: Vercel
 * ignores scopes that the app does not have.
 *
 * @see https://vercel.com/docs/sign-in-with-vercel
 *
 * @example
 * ```ts
 * import { Vercel } from "@latchkey/auth/providers/vercel";
 *
 * // Client id and secret from AUTH_VERCEL_ID and AUTH_VERCEL_SECRET.
 * const providers = [Vercel];
 * ```
 */
export const Vercel: OidcFactory = defineOidc({
  id: "vercel",
  name: "Vercel",
  issuer: "https://vercel.com",
  emailTrust: "unverified",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 2_592_000, rotates: true },
  revocation: "https://api.vercel.com/login/oauth/token/revoke",
  style: { brandColor: "#000000", logo },
});

export default Vercel;
