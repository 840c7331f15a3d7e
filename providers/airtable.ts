/**
 * Sign-in with Airtable.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/airtable.ts";

/**
 * Airtable. Register an OAuth integration in the builder hub. It gives no name,
 * only an id and an e-mail address.
 *
 * @see https://airtable.com/developers/web/api/oauth-reference
 *
 * @example
 * ```ts
 * import { Airtable } from "@latchkey/auth/providers/airtable";
 *
 * // Client id and secret from AUTH_AIRTABLE_ID and AUTH_AIRTABLE_SECRET.
 * const providers = [Airtable];
 * ```
 */
export const Airtable: OAuthFactory = defineOAuth({
  id: "airtable",
  name: "Airtable",
  authorization:
    "https://airtable.com/oauth2/v1/authorize?scope=user.email:read",
  token: "https://airtable.com/oauth2/v1/token",
  userinfo: "https://api.airtable.com/v0/meta/whoami",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  refresh: { endsAccess: true },
  tokens: { access: 3600, refresh: 5_184_000, rotates: true },
  style: { brandColor: "#18bfff", logo },
});

export default Airtable;
