/**
 * Sign-in with DigitalOcean.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/digitalocean.ts";

/** The members of DigitalOcean's account object that the definition reads. */
export type DigitalOceanProfile = {
  uuid: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
};

/**
 * DigitalOcean. Register an OAuth application in the control panel, under
 * "API".
 *
 * @see https://docs.digitalocean.com/reference/api/oauth/
 *
 * @example
 * ```ts
 * import { DigitalOcean } from "@latchkey/auth/providers/digitalocean";
 *
 * // Client id and secret from AUTH_DIGITALOCEAN_ID and
 * // AUTH_DIGITALOCEAN_SECRET.
 * const providers = [DigitalOcean];
 * ```
 */
export const DigitalOcean: OAuthFactory<object, DigitalOceanProfile> =
  defineOAuth({
    id: "digitalocean",
    name: "DigitalOcean",
    authorization:
      "https://cloud.digitalocean.com/v1/oauth/authorize?scope=read",
    token: "https://cloud.digitalocean.com/v1/oauth/token",
    userinfo: {
      url: "https://api.digitalocean.com/v2/account",
      root: "account",
    },
    checks: ["state"],
    profile: { id: "uuid" },
    emailTrust: "claim",
    revocation: "https://cloud.digitalocean.com/v1/oauth/revoke",
    tokens: { access: 2_592_000 },
    style: { brandColor: "#0080ff", logo },
  });

export default DigitalOcean;
