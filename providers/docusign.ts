/**
 * Sign-in with Docusign.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link Docusign} in addition to those of every provider. */
export interface DocusignOptions {
  /** Host of the authentication service. Default `account.docusign.com`. */
  host?: string | undefined;
}

/** The members of Docusign's user information that the definition reads. */
export type DocusignProfile = {
  sub: string;
  name?: string;
  email?: string;
};

/**
 * Docusign.
 *
 * 1. Under "Apps and Keys", create an app with the authorization code grant.
 * 2. Add the callback URL to its redirect URIs.
 * 3. The integration key is the client id, the secret key the client secret.
 * 4. An app that has not gone live is known to the development environment
 *    only: set `host` (or `AUTH_DOCUSIGN_HOST`) to `account-d.docusign.com`.
 *
 * @see https://developers.docusign.com/platform/auth/authcode
 *
 * @example
 * ```ts
 * import { Docusign } from "@latchkey/auth/providers/docusign";
 *
 * // Client id and secret from AUTH_DOCUSIGN_ID and AUTH_DOCUSIGN_SECRET.
 * const providers = [Docusign];
 * ```
 */
export const Docusign: OAuthFactory<DocusignOptions, DocusignProfile> =
  defineOAuth({
    id: "docusign",
    name: "Docusign",
    placeholders: { host: "account.docusign.com" },
    authorization: "https://{host}/oauth/auth?scope=signature",
    token: "https://{host}/oauth/token",
    userinfo: "https://{host}/oauth/userinfo",
    client: { token_endpoint_auth_method: "client_secret_basic" },
    profile: { id: "sub" },
    tokens: { access: 28_800 },
    style: { brandColor: "#4c00ff" },
  });

export default Docusign;
