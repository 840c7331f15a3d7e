/**
 * Sign-in with Gitea, Forgejo or Codeberg.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Gitea and Forgejo, Codeberg included. `issuer` is the URL of the instance,
 * `https://gitea.com` by default; before Gitea 1.25 it ends with a slash. Create
 * the application in the user settings, under "Applications".
 *
 * An address counts as unverified, because an instance need not ask its users
 * to confirm it. If yours does, set `emailTrust: "claim"`.
 *
 * @see https://docs.gitea.com/development/oauth2-provider
 *
 * @example
 * ```ts
 * import { Gitea } from "@latchkey/auth/providers/gitea";
 *
 * // Client id and secret from AUTH_GITEA_ID and AUTH_GITEA_SECRET.
 * const providers = [Gitea({ issuer: "https://git.example.com" })];
 * ```
 */
export const Gitea: OidcFactory = defineOidc({
  id: "gitea",
  name: "Gitea / Forgejo",
  placeholders: { issuer: "https://gitea.com" },
  issuer: "{issuer}",
  emailTrust: "unverified",
  tokens: { access: 3600, refresh: 2_628_000, rotates: false },
  style: { brandColor: "#609926" },
});

export default Gitea;
