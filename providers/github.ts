import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";
import { logo } from "./logos/github.ts";

/** Options of {@link GitHub} in addition to those of every provider. */
export interface GitHubOptions {
  /** Origin of a GitHub Enterprise Server, or of an enterprise on `ghe.com`. */
  baseUrl?: string | undefined;
}

/** The answers of `GET /user` and, as `emails`, of `GET /user/emails`. */
export interface GitHubProfile {
  id: number;
  login: string;
  name?: string | null;
  email?: string | null;
  avatar_url: string;
  emails?: { email: string; primary: boolean; verified: boolean }[];
}

/**
 * GitHub, and GitHub Enterprise with `baseUrl`. The address is the primary one;
 * `profile.email_verified` says whether GitHub verified it.
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
  const api = toApi(base);
  return {
    id: "github",
    name: "GitHub",
    issuer: `${base}/login/oauth`,
    authorization: {
      url: `${base}/login/oauth/authorize`,
      params: { scope: "read:user user:email" },
    },
    token: `${base}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      headers: { accept: "application/vnd.github+json" },
      // Only this list says which address is verified.
      more: { emails: `${api}/user/emails` },
    },
    client: { token_endpoint_auth_method: "client_secret_basic" },
    profile: (profile) => ({
      id: profile.id,
      name: profile.name || profile.login,
      email: findPrimary(profile)?.email ?? profile.email,
      image: profile.avatar_url,
    }),
    emailTrust: (profile) => findPrimary(profile)?.verified ?? false,
    refresh: { rotates: true, accessTokenSeconds: 28_800 },
    style: { brandColor: "#24292f", logo },
  };
});

function toApi(base: string): string {
  if (base === "https://github.com") return "https://api.github.com";
  return base.endsWith(".ghe.com")
    ? base.replace("://", "://api.")
    : `${base}/api/v3`;
}

/** The primary address; absent without the scope `user:email`. */
function findPrimary({ emails }: GitHubProfile) {
  return Array.isArray(emails) ? emails.find((one) => one?.primary) : undefined;
}

export default GitHub;
