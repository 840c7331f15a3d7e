/**
 * Sign-in with Kinde.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Kinde. `domain` (or `AUTH_KINDE_DOMAIN`) is the domain of the business, such
 * as `my-business.kinde.com`, or a custom domain. Add the callback URL to the
 * application under "Allowed callback URLs". The scope for a refresh token is
 * `offline`, not `offline_access`.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your business are, set `emailTrust: "claim"`.
 *
 * @see https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/
 *
 * @example
 * ```ts
 * import { Kinde } from "@latchkey/auth/providers/kinde";
 *
 * // Client id and secret from AUTH_KINDE_ID and AUTH_KINDE_SECRET.
 * const providers = [Kinde({ domain: "my-business.kinde.com" })];
 * ```
 */
export const Kinde: OidcFactory<{ domain: string }> = defineOidc({
  id: "kinde",
  name: "Kinde",
  placeholders: { domain: null },
  issuer: "https://{domain}",
  profile: { name: ["name", "given_name family_name"] },
  emailTrust: "unverified",
  refresh: { scopes: ["offline"] },
  tokens: { access: 86_400, refresh: 1_296_000, rotates: true },
  revocation: "https://{domain}/oauth2/revoke",
  endSession: {
    url: "https://{domain}/logout",
    names: { post_logout_redirect_uri: "redirect" },
    idTokenHint: false,
  },
  style: { brandColor: "#0f0f0f" },
});

export default Kinde;
