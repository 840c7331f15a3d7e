/**
 * Helpers for defining providers. Each built-in provider has its own entry
 * point, such as `@latchkey/auth/providers/github`.
 *
 * @module
 */

export {
  defineOAuth,
  defineOidc,
  type Defining,
  type Definition,
  type OAuthFactory,
  type OidcFactory,
  type ProviderFactory,
  type ProviderOptions,
} from "../core/providers/definition/define.ts";
export {
  defineEmail,
  type EmailFactory,
  type MailRequest,
  type MailService,
  type Sender,
} from "../core/providers/define_email.ts";
export type {
  EmailConfig,
  Mail,
  SendMailParams,
} from "../core/providers/email_provider.ts";
export { customFetch } from "../core/providers/oauth/oauth_config.ts";
export type {
  ProfileMap,
  ProfilePath,
  ProfileSource,
  ProfileText,
} from "../core/providers/oauth/profile_map.ts";
export { toUser } from "../core/providers/definition/to_user.ts";
export type {
  OAuth2Config,
  OIDCConfig,
} from "../core/providers/oauth/oauth_config.ts";
export type { OAuthProviderType } from "./provider_ids.ts";
