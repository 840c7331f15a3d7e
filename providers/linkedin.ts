import { defineOidc, type OidcFactory } from "../core/providers/define.ts";
import { logo } from "./logos/linkedin.ts";

/**
 * LinkedIn. Create an app in the developer portal, add the product "Sign In
 * with LinkedIn using OpenID Connect" to it, and add the callback URL under
 * "Auth".
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 *
 * @example
 * ```ts
 * import { LinkedIn } from "@latchkey/auth/providers/linkedin";
 *
 * // Client id and secret from AUTH_LINKEDIN_ID and AUTH_LINKEDIN_SECRET.
 * const providers = [LinkedIn];
 * ```
 */
export const LinkedIn: OidcFactory = defineOidc({
  id: "linkedin",
  name: "LinkedIn",
  issuer: "https://www.linkedin.com/oauth",
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  nonce: false,
  // A string in the ID token, a boolean in userinfo.
  emailTrust: ({ email_verified: verified }) => String(verified) === "true",
  tokens: { access: 5_184_000, refresh: 31_536_000, rotates: false },
  style: { brandColor: "#0a66c2", logo },
});

export default LinkedIn;
