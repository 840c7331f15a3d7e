import { defineOAuth, type ProviderFactory } from "../core/providers/define.ts";
import type { Profile, User } from "../core/model/model.ts";
import type {
  OAuth2Config,
  UserinfoEndpointHandler,
} from "../core/providers/oauth_provider.ts";

/** Options of {@link GitHub} in addition to those of every provider. */
export interface GitHubOptions {
  /** Origin of a GitHub Enterprise Server, or of an enterprise on `ghe.com`. */
  baseUrl?: string | undefined;
}

/** One entry of the list of a user's e-mail addresses. */
interface GitHubEmail {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
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
export const GitHub: ProviderFactory<OAuth2Config, GitHubOptions> = defineOAuth<
  GitHubOptions
>((options) => {
  const base = (options.baseUrl ?? "https://github.com").replace(/\/$/, "");
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
    userinfo: { url: `${api}/user`, request: readPerson(api) },
    client: { token_endpoint_auth_method: "client_secret_basic" },
    profile: toGitHubUser,
    style: { brandColor: "#24292f" },
  };
});

function toApi(base: string): string {
  // An invalid URL is reported at start-up, together with all other mistakes.
  if (!URL.canParse(base)) return base;
  const { protocol, host } = new URL(base);
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com")
    ? `${protocol}//api.${host}`
    : `${base}/api/v3`;
}

/** Reads the user, with the primary address and whether it is verified. */
function readPerson(api: string): UserinfoEndpointHandler {
  return async ({ tokens, fetch }) => {
    const headers = {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${tokens.access_token}`,
    };
    const [person, emails] = await Promise.all([
      fetch(`${api}/user`, { headers }),
      fetch(`${api}/user/emails`, { headers }),
    ]);
    if (!person.ok) throw new Error(`GET /user answered ${person.status}`);
    const profile: Profile = await person.json();
    // Without the scope user:email there is no list: keeps the public address.
    const list: unknown = emails.ok ? await emails.json() : [];
    const primary = Array.isArray(list)
      ? list.find((one: GitHubEmail | null) => one?.primary) as
        | GitHubEmail
        | undefined
      : undefined;
    return primary === undefined
      ? { ...profile, email_verified: false }
      : { ...profile, email: primary.email, email_verified: primary.verified };
  };
}

function toGitHubUser(profile: Profile): User {
  const { id, name, login, email, avatar_url } = profile;
  return {
    id: id ?? undefined,
    name: name || (login as string | undefined) || null,
    email: email ?? null,
    image: (avatar_url as string | undefined) ?? null,
  };
}

export default GitHub;
