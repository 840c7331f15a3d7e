/**
 * Sign-in with SimpleLogin.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/simplelogin.ts";

/** The claims of SimpleLogin that the definition reads. */
export type SimpleLoginProfile = {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  avatar_url?: string | null;
};

/**
 * SimpleLogin. Create a website under "Developer". The address is often an
 * alias that forwards to the user's own.
 *
 * @see https://simplelogin.io/docs/siwsl/intro/
 *
 * @example
 * ```ts
 * import { SimpleLogin } from "@latchkey/auth/providers/simplelogin";
 *
 * // Client id and secret from AUTH_SIMPLELOGIN_ID and AUTH_SIMPLELOGIN_SECRET.
 * const providers = [SimpleLogin];
 * ```
 */
export const SimpleLogin: OidcFactory<object, SimpleLoginProfile> = defineOidc({
  id: "simplelogin",
  name: "SimpleLogin",
  issuer: "https://app.simplelogin.io",
  checks: ["state"],
  profile: { image: "avatar_url" },
  emailTrust: "unverified",
  tokens: { access: 3600, refresh: false },
  style: { brandColor: "#e3156a", logo },
});

export default SimpleLogin;
