/**
 * Sign-in with Frontegg.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/** The claims of Frontegg that the definition reads. */
export type FronteggProfile = {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  verified?: boolean;
  profilePictureUrl?: string;
};

/**
 * Frontegg. `domain` (or `AUTH_FRONTEGG_DOMAIN`) is the domain of the
 * environment, such as `my-app.frontegg.com`, or a custom domain.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your environment are, set `emailTrust: "claim"`.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://developers.frontegg.com/ciam/guides/management/frontegg-idp/via-oidc
 *
 * @example
 * ```ts
 * import { Frontegg } from "@latchkey/auth/providers/frontegg";
 *
 * // Client id and secret from AUTH_FRONTEGG_ID and AUTH_FRONTEGG_SECRET.
 * const providers = [Frontegg({ domain: "my-app.frontegg.com" })];
 * ```
 */
export const Frontegg: OidcFactory<{ domain: string }, FronteggProfile> =
  defineOidc({
    id: "frontegg",
    name: "Frontegg",
    placeholders: { domain: null },
    issuer: "https://{domain}",
    profile: { image: "profilePictureUrl" },
    emailTrust: "unverified",
    endSession: "https://{domain}/oauth/logout",
    style: { brandColor: "#1a82ff" },
  });

export default Frontegg;
