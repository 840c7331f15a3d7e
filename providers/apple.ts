/**
 * Sign-in with Apple.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { signToken } from "../core/crypto/sign_token.ts";
import { logo } from "./logos/apple.ts";

/** The key that signs client secrets. */
export interface AppleKey {
  /** The id of the team, 10 characters. */
  teamId: string;
  /** The id of the key. */
  keyId: string;
  /** The content of the key's `.p8` file, PEM; `\n` may stand for a line break. */
  privateKey: string;
}

/** Options of {@link Apple} in addition to those of every provider: all of the key, or nothing. */
export type AppleOptions = AppleKey | { [K in keyof AppleKey]?: undefined };

/** The claims that the definition reads; `user` comes with the callback, at the first consent. */
export type AppleProfile = {
  sub: string;
  email?: string;
  email_verified?: boolean | "true" | "false";
  user?: { name?: { firstName?: string; lastName?: string } };
};

/**
 * Apple. Set either `teamId`, `keyId` and `privateKey` (or `AUTH_APPLE_TEAM_ID`
 * and so on), the key with which the library signs the client secret, or a
 * secret that you have signed yourself, as `clientSecret` or
 * `AUTH_APPLE_SECRET`. Apple sends the user's name at the first consent only,
 * so store it then.
 *
 * A user may hide the address behind one at `privaterelay.appleid.com` or
 * `private.icloud.com`. Apple forwards mail to it only from domains and
 * addresses that are registered under "Services", "Sign in with Apple for Email
 * Communication".
 *
 * 1. Under "Certificates, Identifiers & Profiles", create an App ID with the
 *    capability "Sign in with Apple".
 * 2. Create a Services ID: its identifier is the client id. Configure "Sign in
 *    with Apple" there with the App ID, the domain and, as a return URL, the
 *    callback URL. It must be https on a real domain: localhost is refused.
 * 3. Under "Keys", create a key for "Sign in with Apple", and download its
 *    `.p8` file, which is possible once. Its text is `privateKey`, its id is
 *    `keyId`, and the team id is at the top right of the page.
 *
 * @see https://developer.apple.com/documentation/signinwithapplerestapi
 *
 * @example
 * ```ts
 * import { Apple } from "@latchkey/auth/providers/apple";
 *
 * // Client id from AUTH_APPLE_ID.
 * const providers = [
 *   Apple({
 *     teamId: "A1B2C3D4E5",
 *     keyId: "ABC123DEFG",
 *     privateKey: "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----",
 *   }),
 * ];
 * ```
 */
export const Apple: OidcFactory<AppleOptions, AppleProfile> = defineOidc((
  options,
) => ({
  id: "apple",
  name: "Apple",
  placeholders: { teamId: "", keyId: "", privateKey: "" },
  // Fixed endpoints: the metadata has named another issuer than the ID tokens.
  issuer: "https://appleid.apple.com",
  authorization: {
    url: "https://appleid.apple.com/auth/authorize",
    // Apple requires this mode for the scopes `name` and `email`.
    params: { scope: "openid name email", response_mode: "form_post" },
  },
  token: {
    url: "https://appleid.apple.com/auth/token",
    clientSecret: options.privateKey === undefined
      ? undefined
      : (sub) =>
        signToken({ ...options, alg: "ES256" }, {
          iss: options.teamId,
          sub,
          aud: "https://appleid.apple.com",
        }),
  },
  userinfo: { from: "id_token" },
  jwks_endpoint: "https://appleid.apple.com/auth/keys",
  client: { token_endpoint_auth_method: "client_secret_post" },
  callbackClaims: ["user"],
  profile: { name: "user.name.firstName user.name.lastName" },
  emailTrust: (p) => p.email_verified === true || p.email_verified === "true",
  revocation: "https://appleid.apple.com/auth/revoke",
  tokens: { access: 3600, rotates: false },
  style: { brandColor: "#000000", logo },
}));

export default Apple;
