import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";
import { logo } from "./logos/netlify.ts";

/** The members of Netlify's user object that the definition reads. */
export type NetlifyProfile = {
  id: string;
  full_name?: string | null;
  email?: string;
  avatar_url?: string | null;
};

/**
 * Netlify. Register an OAuth application under "User settings",
 * "Applications". There are no scopes: the access token gives full access to
 * the user's account.
 *
 * @see https://docs.netlify.com/api/get-started/#authentication
 *
 * @example
 * ```ts
 * import { Netlify } from "@latchkey/auth/providers/netlify";
 *
 * // Client id and secret from AUTH_NETLIFY_ID and AUTH_NETLIFY_SECRET.
 * const providers = [Netlify];
 * ```
 */
export const Netlify: OAuthFactory<object, NetlifyProfile> = defineOAuth({
  id: "netlify",
  name: "Netlify",
  authorization: "https://app.netlify.com/authorize",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  profile: ({ id, full_name, email, avatar_url }) => ({
    id,
    name: full_name,
    email,
    image: avatar_url,
  }),
  emailTrust: "unverified",
  style: { brandColor: "#32e6e2", logo },
});

export default Netlify;
