/**
 * Sign-in with LinkedIn.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/linkedin.ts";

/**
 * LinkedIn. Refresh tokens are for approved partners: other apps get none, and
 * their users sign in again after 60 days.
 *
 * 1. In the developer portal, create an app. It has to belong to a company
 *    page.
 * 2. Under "Products", request "Sign In with LinkedIn using OpenID Connect".
 *    Without it, the scopes are refused.
 * 3. Under "Auth", add the callback URL to the authorized redirect URLs, and
 *    copy the client ID and the primary client secret.
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
