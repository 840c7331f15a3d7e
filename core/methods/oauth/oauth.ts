/**
 * OAuth and OpenID Connect. All other code reaches it through `loadOAuth`.
 *
 * @module
 */

export { beginOAuth } from "./begin.ts";
export { readMetadata } from "./discovery/metadata.ts";
export { checkProviders, prepareProviders } from "./discovery/prepare.ts";
export { findLeave } from "./logout/leave.ts";
export { verifyLogoutToken } from "./logout/logout_token.ts";
export { proveOAuth } from "./prove.ts";
export { findProvider, obtainAccessToken } from "./tokens/access_token.ts";
export { fetchResource, sendWithToken } from "./tokens/fetch_resource.ts";
export { revokeTokens } from "./tokens/revoke_tokens.ts";
export { findOwnTokens } from "./tokens/sign_out_tokens.ts";
