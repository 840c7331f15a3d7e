/**
 * Sign-in with Login.gov.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import type { ClientPrivateKey } from "../core/providers/oauth/endpoints.ts";

/** Options of {@link LoginGov} in addition to those of every provider. */
export interface LoginGovOptions {
  /** The RSA key (RS256) whose certificate is registered with the application. */
  privateKey: ClientPrivateKey;
}

/**
 * Login.gov. There is no client secret: upload the certificate of `privateKey`
 * in the partner portal. For the sandbox, `issuer` is
 * `https://idp.int.identitysandbox.gov/`. A name needs the scope `profile` and
 * identity proofing: override `acr_values`, too.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://developers.login.gov/oidc/
 *
 * @example
 * ```ts
 * import { LoginGov } from "@latchkey/auth/providers/login-gov";
 * import { importPKCS8 } from "jose";
 *
 * // Client id from AUTH_LOGIN_GOV_ID.
 * const toProviders = async (pem: string) => [
 *   LoginGov({ privateKey: await importPKCS8(pem, "RS256") }),
 * ];
 * ```
 */
export const LoginGov: OidcFactory<LoginGovOptions> = defineOidc((
  { privateKey },
) => ({
  id: "login-gov",
  name: "Login.gov",
  issuer: "https://secure.login.gov/",
  authorization: {
    params: {
      scope: "openid email",
      acr_values: "urn:acr.login.gov:auth-only",
    },
  },
  token: {
    clientPrivateKey: privateKey,
    assertionAudience: "token_endpoint",
  },
  client: { token_endpoint_auth_method: "private_key_jwt" },
  profile: { name: "given_name family_name" },
  tokens: { refresh: false },
  endSession: { idTokenHint: false },
  style: { brandColor: "#0071bc" },
}));

export default LoginGov;
