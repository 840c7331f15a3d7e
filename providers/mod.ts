/**
 * What definitions of providers are made with. Each provider has an entry of its
 * own, such as `@latchkey/auth/providers/github`.
 *
 * @module
 */

export {
  defineOAuth,
  defineOidc,
  type Definition,
  type ProviderFactory,
  type ProviderOptions,
} from "../core/define.ts";
export { customFetch, toUser } from "../core/oauth_provider.ts";
export type { OAuth2Config, OIDCConfig } from "../core/oauth_provider.ts";
