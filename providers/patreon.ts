/**
 * Sign-in with Patreon.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/patreon.ts";

/** The members of Patreon's user resource that the definition reads. */
export type PatreonProfile = {
  id: string;
  attributes?: {
    full_name?: string;
    email?: string | null;
    is_email_verified?: boolean;
    image_url?: string;
  };
};

/**
 * Patreon. Without the scope `identity[email]` there is no e-mail address.
 *
 * 1. In the portal for developers, under "Clients & API Keys", create a client
 *    of version 2 of the API.
 * 2. Add the callback URL to its redirect URIs.
 * 3. Copy the client ID and the client secret. The creator's tokens are not
 *    needed.
 *
 * @see https://docs.patreon.com/#apiv2-oauth
 *
 * @example
 * ```ts
 * import { Patreon } from "@latchkey/auth/providers/patreon";
 *
 * // Client id and secret from AUTH_PATREON_ID and AUTH_PATREON_SECRET.
 * const providers = [Patreon];
 * ```
 */
export const Patreon: OAuthFactory<object, PatreonProfile> = defineOAuth({
  id: "patreon",
  name: "Patreon",
  authorization: {
    url: "https://www.patreon.com/oauth2/authorize",
    params: { scope: "identity identity[email]" },
  },
  token: "https://www.patreon.com/api/oauth2/token",
  userinfo: {
    url: "https://www.patreon.com/api/oauth2/v2/identity",
    params: { "fields[user]": "full_name,email,image_url,is_email_verified" },
    root: "data",
  },
  checks: ["state"],
  profile: {
    name: "attributes.full_name",
    email: "attributes.email",
    image: "attributes.image_url",
  },
  emailTrust: ({ attributes }) => attributes?.is_email_verified,
  tokens: { access: 2_678_400 },
  style: { brandColor: "#ff424d", logo },
});

export default Patreon;
