/**
 * Sign-in with Bitbucket.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/bitbucket.ts";

/** The answers of `GET /2.0/user` and, as `emails`, of `GET /2.0/user/emails`. */
export type BitbucketProfile = {
  uuid: string;
  account_id?: string;
  display_name?: string;
  username?: string;
  links?: { avatar?: { href?: string } };
  emails?: {
    values?: { email: string; is_primary: boolean; is_confirmed: boolean }[];
  };
};

/**
 * Bitbucket Cloud. The address is the primary one.
 *
 * 1. In the settings of the workspace, under "OAuth consumers", add a consumer.
 * 2. Enter the callback URL, leave "This is a private consumer" on, and tick
 *    the permissions "Email" and "Read" of "Account".
 * 3. The key is the client id, the secret the client secret.
 *
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/
 *
 * @example
 * ```ts
 * import { Bitbucket } from "@latchkey/auth/providers/bitbucket";
 *
 * // Client id and secret from AUTH_BITBUCKET_ID and AUTH_BITBUCKET_SECRET.
 * const providers = [Bitbucket];
 * ```
 */
export const Bitbucket: OAuthFactory<object, BitbucketProfile> = defineOAuth({
  id: "bitbucket",
  name: "Bitbucket",
  authorization:
    "https://bitbucket.org/site/oauth2/authorize?scope=account+email",
  token: "https://bitbucket.org/site/oauth2/access_token",
  userinfo: {
    url: "https://api.bitbucket.org/2.0/user",
    more: { emails: "https://api.bitbucket.org/2.0/user/emails" },
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: {
    id: ["account_id", "uuid"],
    name: ["display_name", "username"],
    email: (p) => findPrimary(p)?.email,
    image: "links.avatar.href",
  },
  emailTrust: (profile) => findPrimary(profile)?.is_confirmed,
  tokens: { access: 7200, rotates: false },
  style: { brandColor: "#205081", logo },
});

function findPrimary({ emails }: BitbucketProfile) {
  return emails?.values?.find((one) => one?.is_primary);
}

export default Bitbucket;
