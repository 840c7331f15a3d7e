/**
 * Sign-in with Polar.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link Polar} in addition to those of every provider. */
export interface PolarOptions {
  /** `sandbox` is for tests. Default `production`. */
  environment?: "production" | "sandbox" | undefined;
}

/** The members of Polar's user object that the definition reads. */
export type PolarProfile = {
  sub?: string;
  id?: string;
  name?: string | null;
  public_name?: string | null;
  username?: string | null;
  email?: string;
  email_verified?: boolean;
  picture?: string | null;
  avatar_url?: string | null;
};

/**
 * Polar. Create an OAuth application in your account's settings. The sandbox
 * has accounts and applications of its own.
 *
 * A user who adds `sub_type=organization` to the address signs in as an
 * organization. Its members share its id, which can therefore name another
 * person, and it has no e-mail address: refuse users without one in the
 * `signIn` callback.
 *
 * @see https://polar.sh/docs/integrate/oauth2/introduction
 *
 * @example
 * ```ts
 * import { Polar } from "@latchkey/auth/providers/polar";
 *
 * // Client id and secret from AUTH_POLAR_ID and AUTH_POLAR_SECRET.
 * const providers = [Polar({ environment: "sandbox" })];
 * ```
 */
export const Polar: OAuthFactory<PolarOptions, PolarProfile> = defineOAuth((
  { environment },
) => {
  const prefix = environment === "sandbox" ? "sandbox-" : "";
  const site = environment === "sandbox" ? "sandbox.polar.sh" : "polar.sh";
  const api = `https://${prefix}api.polar.sh/v1/oauth2`;
  return {
    id: "polar",
    name: "Polar",
    placeholders: { environment: "" },
    authorization:
      `https://${site}/oauth2/authorize?scope=openid+profile+email`,
    token: `${api}/token`,
    userinfo: `${api}/userinfo`,
    profile: {
      id: ["sub", "id"],
      name: ["name", "public_name", "username"],
      image: ["picture", "avatar_url"],
    },
    emailTrust: "claim",
    tokens: { access: 3600, rotates: true },
    revocation: `${api}/revoke`,
    style: { brandColor: "#0062ff" },
  };
});

export default Polar;
