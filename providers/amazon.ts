/**
 * Sign-in with Amazon.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/amazon.ts";

/** The members of Amazon's user object that the definition reads. */
export type AmazonProfile = {
  user_id: string;
  name?: string;
  email?: string;
};

/**
 * Login with Amazon. Create a security profile in the Login with Amazon
 * console, and add the callback URL under "Web Settings", "Allowed Return
 * URLs".
 *
 * @see https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 *
 * @example
 * ```ts
 * import { Amazon } from "@latchkey/auth/providers/amazon";
 *
 * // Client id and secret from AUTH_AMAZON_ID and AUTH_AMAZON_SECRET.
 * const providers = [Amazon];
 * ```
 */
export const Amazon: OAuthFactory<object, AmazonProfile> = defineOAuth({
  id: "amazon",
  name: "Amazon",
  authorization: "https://www.amazon.com/ap/oa?scope=profile",
  token: "https://api.amazon.com/auth/o2/token",
  userinfo: "https://api.amazon.com/user/profile",
  profile: { id: "user_id" },
  tokens: { access: 3600, rotates: false },
  style: { brandColor: "#ff9900", logo },
});

export default Amazon;
