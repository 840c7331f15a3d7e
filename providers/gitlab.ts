/**
 * Sign-in with GitLab.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/gitlab.ts";

/**
 * GitLab. `issuer` (or `AUTH_GITLAB_ISSUER`) is the URL of a self-managed
 * instance, `https://gitlab.com` by default.
 *
 * The administrator of a server of its own can mark any address as verified.
 * With one that you do not control, leave `allowDangerousEmailAccountLinking`
 * off: it would let that administrator sign in as any user of your application.
 *
 * 1. In the settings of your user or of a group, under "Applications", add an
 *    application. On an instance of your own, the administrator can add one for
 *    all users.
 * 2. Enter the callback URL as the redirect URI, leave "Confidential" on, and
 *    tick the scopes `openid`, `profile` and `email`.
 * 3. Copy the application ID and the secret, which is shown once.
 *
 * @see https://docs.gitlab.com/integration/openid_connect_provider/
 *
 * @example
 * ```ts
 * import { GitLab } from "@latchkey/auth/providers/gitlab";
 *
 * // Client id and secret from AUTH_GITLAB_ID and AUTH_GITLAB_SECRET.
 * const providers = [GitLab];
 * ```
 */
export const GitLab: OidcFactory = defineOidc({
  id: "gitlab",
  name: "GitLab",
  placeholders: { issuer: "https://gitlab.com" },
  issuer: "{issuer}",
  refresh: { endsAccess: true },
  tokens: { access: 7200, rotates: true, replaced: 0 },
  style: { brandColor: "#fc6d26", logo },
});

export default GitLab;
