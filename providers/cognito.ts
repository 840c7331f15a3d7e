/**
 * Sign-in with Amazon Cognito.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/** The claims that the definition reads. */
export type CognitoProfile = {
  sub: string;
  name?: string;
  given_name?: string;
  "cognito:username"?: string;
  email?: string;
  email_verified?: boolean | "true" | "false";
  picture?: string;
};

/**
 * Amazon Cognito. `issuer` (or `AUTH_COGNITO_ISSUER`) is the user pool, such as
 * `https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE`, not
 * the domain of its sign-in pages. `identity_provider` is a useful
 * authorization parameter.
 *
 * An administrator there can mark any address as verified. With a user pool
 * that you do not control, leave `allowDangerousEmailAccountLinking` off: it
 * would let that administrator sign in as any user of your application.
 *
 * 1. In the user pool, set a domain for its sign-in pages, and create an app
 *    client with a client secret. For one without a secret, set
 *    `client: { token_endpoint_auth_method: "none" }`.
 * 2. Under "Login pages" of the app client, add the callback URL, choose the
 *    grant "Authorization code", and the scopes `openid`, `profile` and
 *    `email`.
 * 3. Copy the client ID and the client secret.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html
 *
 * @example
 * ```ts
 * import { Cognito } from "@latchkey/auth/providers/cognito";
 *
 * // Client id and secret from AUTH_COGNITO_ID and AUTH_COGNITO_SECRET.
 * const providers = [
 *   Cognito({
 *     issuer:
 *       "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE",
 *   }),
 * ];
 * ```
 */
export const Cognito: OidcFactory<object, CognitoProfile> = defineOidc({
  id: "cognito",
  name: "Amazon Cognito",
  profile: { name: ["name", "given_name", "cognito:username"] },
  // Userinfo sends text.
  emailTrust: (p) => p.email_verified === true || p.email_verified === "true",
  endSession: {
    names: { post_logout_redirect_uri: "logout_uri" },
    idTokenHint: false,
  },
  tokens: { access: 3600, refresh: 2_592_000, rotates: false },
  style: { brandColor: "#dd344c" },
});

export default Cognito;
