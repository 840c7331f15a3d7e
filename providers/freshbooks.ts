/**
 * Sign-in with FreshBooks.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of FreshBooks' user object that the definition reads. */
export type FreshBooksProfile = {
  id: number;
  first_name?: string;
  last_name?: string;
  email?: string;
};

/**
 * FreshBooks. Create an app in the developer portal, which is in the settings.
 * The callback URL must be https, even on localhost.
 *
 * @see https://www.freshbooks.com/api/authentication
 *
 * @example
 * ```ts
 * import { FreshBooks } from "@latchkey/auth/providers/freshbooks";
 *
 * // Client id and secret from AUTH_FRESHBOOKS_ID and AUTH_FRESHBOOKS_SECRET.
 * const providers = [FreshBooks];
 * ```
 */
export const FreshBooks: OAuthFactory<object, FreshBooksProfile> = defineOAuth({
  id: "freshbooks",
  name: "FreshBooks",
  authorization:
    "https://auth.freshbooks.com/oauth/authorize?scope=user:profile:read",
  token: "https://api.freshbooks.com/auth/oauth/token",
  userinfo: {
    url: "https://api.freshbooks.com/auth/api/v1/users/me",
    root: "response",
  },
  checks: ["state"],
  profile: { name: "first_name last_name" },
  refresh: { format: "json", repeat: ["redirect_uri"] },
  tokens: { access: 43_200, rotates: true },
  revocation: "https://api.freshbooks.com/auth/oauth/revoke",
  style: { brandColor: "#0075dd" },
});

export default FreshBooks;
