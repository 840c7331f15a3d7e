/**
 * Sign-in with Clerk.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/clerk.ts";

/**
 * Clerk as the identity provider. `domain` (or `AUTH_CLERK_DOMAIN`) is the host
 * of its Frontend API. Create the client in the dashboard, under "OAuth
 * applications".
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your instance are, set `emailTrust: "claim"`.
 *
 * @see https://clerk.com/docs/guides/configure/auth-strategies/oauth/how-clerk-implements-oauth
 *
 * @example
 * ```ts
 * import { Clerk } from "@latchkey/auth/providers/clerk";
 *
 * // Client id and secret from AUTH_CLERK_ID and AUTH_CLERK_SECRET.
 * const providers = [Clerk({ domain: "clerk.example.com" })];
 * ```
 */
export const Clerk: OidcFactory<{ domain: string }> = defineOidc({
  id: "clerk",
  name: "Clerk",
  placeholders: { domain: null },
  issuer: "https://{domain}",
  revocation: "https://{domain}/oauth/token/revoke",
  emailTrust: "unverified",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 86_400 },
  style: { brandColor: "#6c47ff", logo },
});

export default Clerk;
