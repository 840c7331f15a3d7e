/**
 * Sign-in with JumpCloud.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * JumpCloud. Create a custom OIDC application in the admin portal, under "SSO
 * Applications". For an organization in the EU, `issuer` is
 * `https://oauth.id.eu.jumpcloud.com/`.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your organization are, set `emailTrust: "claim"`.
 *
 * @see https://jumpcloud.com/support/sso-with-oidc
 *
 * @example
 * ```ts
 * import { JumpCloud } from "@latchkey/auth/providers/jumpcloud";
 *
 * // Client id and secret from AUTH_JUMPCLOUD_ID and AUTH_JUMPCLOUD_SECRET.
 * const providers = [JumpCloud];
 * ```
 */
export const JumpCloud: OidcFactory = defineOidc({
  id: "jumpcloud",
  name: "JumpCloud",
  placeholders: { issuer: "https://oauth.id.jumpcloud.com/" },
  issuer: "{issuer}",
  emailTrust: "unverified",
  refresh: { scopes: ["offline_access"] },
  style: { brandColor: "#41c8c2" },
});

export default JumpCloud;
