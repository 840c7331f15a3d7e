import { defineOidc, type OidcFactory } from "../core/providers/define.ts";
import { logo } from "./logos/gitlab.ts";

/**
 * GitLab. `issuer` is the URL of a self-managed instance, `https://gitlab.com`
 * by default. Create an application with the scopes `openid`, `profile` and
 * `email` in the user settings, under "Applications".
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
  tokens: { access: 7200, rotates: true, replaced: 0 },
  style: { brandColor: "#fc6d26", logo },
});

export default GitLab;
