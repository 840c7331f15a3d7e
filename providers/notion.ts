/**
 * Sign-in with Notion.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/notion.ts";

/** The members of Notion's user object that the definition reads. */
export type NotionProfile = {
  id: string;
  name?: string | null;
  avatar_url?: string | null;
  person?: { email?: string };
};

/**
 * Notion. The user comes with the token response.
 *
 * 1. Under "My integrations", create a public integration. An internal one has
 *    no OAuth.
 * 2. Under its capabilities, choose "Read user information including email
 *    addresses".
 * 3. Add the callback URL to the redirect URIs, and copy the OAuth client ID
 *    and the client secret.
 *
 * @see https://developers.notion.com/docs/authorization
 *
 * @example
 * ```ts
 * import { Notion } from "@latchkey/auth/providers/notion";
 *
 * // Client id and secret from AUTH_NOTION_ID and AUTH_NOTION_SECRET.
 * const providers = [Notion];
 * ```
 */
export const Notion: OAuthFactory<object, NotionProfile> = defineOAuth({
  id: "notion",
  name: "Notion",
  authorization: "https://api.notion.com/v1/oauth/authorize?owner=user",
  token: { url: "https://api.notion.com/v1/oauth/token", format: "json" },
  userinfo: { from: "token", root: "owner.user" },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: { email: "person.email", image: "avatar_url" },
  tokens: { rotates: true },
  revocation: { url: "https://api.notion.com/v1/oauth/revoke", format: "json" },
  style: { brandColor: "#000000", logo },
});

export default Notion;
