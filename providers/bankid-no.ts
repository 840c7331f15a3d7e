/**
 * Sign-in with BankID Norge.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Norwegian BankID. Set `issuer` (or `AUTH_BANKID_NO_ISSUER`) to
 * `https://auth.current.bankid.no/auth/realms/current` for tests. The national
 * identity number requires a scope of its own.
 *
 * @see https://developer.bankid.no/bankid-with-biometrics/
 *
 * @example
 * ```ts
 * import { BankIDNorge } from "@latchkey/auth/providers/bankid-no";
 *
 * // Client id and secret from AUTH_BANKID_NO_ID and AUTH_BANKID_NO_SECRET.
 * const providers = [BankIDNorge];
 * ```
 */
export const BankIDNorge: OidcFactory = defineOidc({
  id: "bankid-no",
  name: "BankID Norge",
  placeholders: { issuer: "https://auth.bankid.no/auth/realms/prod" },
  issuer: "{issuer}",
  authorization: { params: { ui_locales: "no", login_hint: "BIS" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailTrust: "unverified",
  style: { brandColor: "#39134c" },
});

export default BankIDNorge;
