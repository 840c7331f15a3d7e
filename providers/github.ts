/**
 * Sign-in with GitHub.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/github.ts";

/** Options of {@link GitHub} in addition to those of every provider. */
export interface GitHubOptions {
  /** Origin of a GitHub Enterprise Server, or of an enterprise on `ghe.com`. */
  baseUrl?: string | undefined;
}

/** The answers of `GET /user` and, as `emails`, of `GET /user/emails`. */
export type GitHubProfile = {
  id: number;
  login: string;
  name?: string | null;
  email?: string | null;
  avatar_url: string;
  emails?: { email: string; primary: boolean; verified: boolean }[];
};

const SCOPE = "read:user user:email";

/**
 * GitHub, and GitHub Enterprise with `baseUrl` (or `AUTH_GITHUB_BASE_URL`). The
 * address is the primary one; `profile.email_verified` says whether GitHub
 * verified it.
 *
 * 1. Under "Settings", "Developer settings", "OAuth Apps", register an
 *    application. For an organization, do so in its own settings.
 * 2. Enter the callback URL under "Authorization callback URL". An OAuth app
 *    has one: register an app for each environment.
 * 3. Copy the client ID, and generate a client secret, which is shown once.
 * 4. Access tokens of a new application expire after eight hours by default,
 *    and come with a refresh token: see "Optional features" in its settings.
 * 5. A GitHub App works, too: it ignores scopes, and needs the account
 *    permission "Email addresses" (read-only).
 *
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 *
 * @example
 * ```ts
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * // Client id and secret from AUTH_GITHUB_ID and AUTH_GITHUB_SECRET.
 * const providers = [GitHub];
 * ```
 */
export const GitHub: OAuthFactory<GitHubOptions, GitHubProfile> = defineOAuth((
  { baseUrl },
) => {
  const base = (baseUrl ?? "https://github.com").replace(/\/$/, "");
  const issuer = `${base}/login/oauth`;
  const isCloud = base === "https://github.com" || base.endsWith(".ghe.com");
  const api = isCloud ? base.replace("://", "://api.") : `${base}/api/v3`;
  return {
    id: "github",
    name: "GitHub",
    placeholders: { baseUrl: "" },
    issuer,
    authorization: { url: `${issuer}/authorize`, params: { scope: SCOPE } },
    token: `${issuer}/access_token`,
    userinfo: {
      url: `${api}/user`,
      headers: { accept: "application/vnd.github+json" },
      // Only this list says which address is verified.
      more: { emails: `${api}/user/emails` },
    },
    client: { token_endpoint_auth_method: "client_secret_basic" },
    profile: {
      name: ["name", "login"],
      email: (p) => findPrimary(p)?.email || p.email,
      image: "avatar_url",
    },
    emailTrust: (profile) => findPrimary(profile)?.verified ?? false,
    refresh: {
      scopes: ["offline_access"],
      refusals: ["bad_refresh_token"],
      endsAccess: true,
    },
    tokens: { access: 28_800, refresh: 15_897_600, rotates: true, replaced: 0 },
    style: { brandColor: "#24292f", logo },
  };
});

/** Finds the primary address; there is none without the scope `user:email`. */
const findPrimary = ({ emails }: GitHubProfile) =>
  Array.isArray(emails) ? emails.find((one) => one?.primary) : undefined;

export default GitHub;
