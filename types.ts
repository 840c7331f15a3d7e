/**
 * Every type of the library.
 *
 * @module
 */

export type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterSessionDetails,
  AdapterSessionUpdate,
  AdapterTokens,
  AdapterUser,
  NewUserRecords,
  SessionSelection,
  VerificationToken,
} from "./core/model/adapter.ts";
export type * from "./core/model/user_secret.ts";
export type * from "./core/config/callbacks.ts";
export type * from "./core/model/audit_record.ts";
export type { AuditOptions, AuditSink } from "./core/config/audit_options.ts";
export type { UserIdCallback } from "./core/config/user_id_callback.ts";
export type {
  AuthConfig,
  ConfigSource,
  CookieOptions,
  ExperimentalOptions,
  Logger,
  PageFacts,
  PageFunction,
  Pages,
  Theme,
} from "./core/config/config.ts";
export type { ErrorKind, ErrorType } from "./core/errors/error_table.ts";
export type {
  AuthErrorCause,
  AuthErrorOptions,
  CredentialsSigninOptions,
} from "./core/errors/errors.ts";
export type {
  CookieAttributes,
  CookieOverride,
} from "./core/http/cookie_policy.ts";
export type {
  AddressLimitOptions,
  CredentialsLimitOptions,
  LimitKind,
  LimitOptions,
  Limits,
} from "./core/config/limit_rules.ts";
export type {
  CredentialInput,
  CredentialInputs,
  CredentialsConfig,
  CredentialValues,
  Passwords,
} from "./core/providers/credentials_provider.ts";
export type {
  EmailConfig,
  Mail,
  MailContent,
  MailCrypto,
  SendMailParams,
  VerificationRequestParams,
} from "./core/providers/email_provider.ts";
export type { MemoryStoreOptions } from "./core/storage/memory_store.ts";
export type {
  Account,
  Address,
  AuthorizationDetails,
  Awaitable,
  DefaultSession,
  JWT,
  Profile,
  ProviderType,
  Session,
  SessionAuthentication,
  SessionUser,
  TokenSet,
  User,
} from "./core/model/model.ts";
export type { Authentication } from "./core/model/authentication.ts";
export type { SessionLife } from "./core/model/session_life.ts";
export type {
  AppProvider,
  Provider,
  ProviderInput,
  RedirectableProviderType,
} from "./core/providers/provider.ts";
export type { CommonProviderOptions } from "./core/providers/common_options.ts";
export type {
  AccessTokenPlace,
  AuthorizationEndpoint,
  ClientPrivateKey,
  OAuthEndpointType,
  PrivateKey,
  SignInChecks,
  TokenEndpoint,
  TokenEndpointHandler,
  UserinfoEndpoint,
  UserinfoEndpointHandler,
} from "./core/providers/oauth/endpoints.ts";
export type {
  EndpointParams,
  ParamNames,
} from "./core/providers/oauth/endpoint_params.ts";
export type {
  ClientMetadata,
  EmailTrust,
  EndSessionEndpoint,
  OAuthProviderButtonStyles,
  RefreshBehavior,
  RevocationEndpoint,
  TokenExchange,
  TokenFacts,
} from "./core/providers/oauth/definition_facts.ts";
export type {
  CustomFetch,
  OAuth2Config,
  OAuthOptions,
  OAuthProvider,
  OIDCConfig,
} from "./core/providers/oauth/oauth_config.ts";
export type {
  AccountCallback,
  ProfileCallback,
  ProfileMapper,
  ProfileUser,
} from "./core/providers/oauth/profile_types.ts";
export type {
  AuthenticatorSelection,
  RelyingParty,
  UserVerification,
  WebAuthnAuthenticationOptions,
  WebAuthnConfig,
  WebAuthnField,
  WebAuthnRegistrationOptions,
  WebAuthnRequest,
  WebAuthnUserInfo,
  WebAuthnVerifyOptions,
} from "./core/providers/webauthn_provider.ts";
export type {
  VerifiedAuthentication,
  VerifiedRegistration,
  WebAuthnServer,
} from "./core/providers/webauthn_server.ts";
export type {
  ButtonStyle,
  ErrorModel,
  OtherWays,
  PageError,
  PageForm,
  PageProvider,
  PageUser,
  PasskeyForm,
  PasskeyModel,
  SignedInModel,
  SignedOutModel,
  SignInModel,
  SignOutModel,
  VerifyRequestModel,
} from "./core/config/pages/page_models.ts";
export type {
  MailAgain,
  MailFacts,
  NewMail,
} from "./core/config/providers/mail_facts.ts";
export type {
  BrowserUpdate,
  SessionMaxAge,
  SessionMaxAgeInput,
  SessionOptions,
  StandardSchema,
} from "./core/config/session_options.ts";
export type { SessionBridge } from "./core/model/session_bridge.ts";
export type * from "./core/config/pages/own_words.ts";
export type * from "./core/config/pages/account_words.ts";
export type * from "./core/config/pages/factor_words.ts";
export type { PageTexts } from "./core/config/pages/page_texts.ts";
export type { PasskeyProblems } from "./core/config/pages/passkey_words.ts";
export type { AuthAction } from "./core/request/actions.ts";
export type { EnvSource } from "./core/pipeline/env_defaults.ts";
export type {
  RequireOptions,
  RoleOf,
} from "./core/pipeline/host/guards/options.ts";
export type {
  SessionCallback,
  StrategyChoice,
  TokenOf,
} from "./core/config/session_callback.ts";
export type {
  PasskeyChoice,
  PasskeyInfo,
  PasskeyName,
} from "./core/accounts/passkeys.ts";
export type { AccountChoice } from "./core/accounts/unlink.ts";
export type {
  ListSessions,
  SessionInfo,
  SessionPage,
  SessionPageOptions,
} from "./core/session/rows/list.ts";
export type { Revocation } from "./core/session/revocation/revocation.ts";
export type { SignInAccount } from "./core/pipeline/host/management/sign_in_account.ts";
export type {
  BeginSession,
  BeginSessionOptions,
} from "./core/pipeline/host/begin_session.ts";
export type * from "./core/pipeline/host/management/readiness.ts";
export type { UserManagement } from "./core/pipeline/host/management/user_management.ts";
export type * from "./core/pipeline/host/management/types.ts";
export type * from "./core/pipeline/host/user_field_types.ts";
export type * from "./core/model/user_fields.ts";
export type { Store } from "./core/model/store.ts";
export type {
  AuthInstance,
  CsrfFieldResult,
  CsrfTokenResult,
  SessionOf,
  SessionResult,
  SignedIn,
  UpdateOptions,
  VerifyEmailResult,
} from "./core/pipeline/host/auth_instance.ts";
export type {
  RawCookie,
  RawResponse,
} from "./core/pipeline/host/raw_response.ts";
export type {
  AccessTokenAndHeaders,
  AccessTokenOptions,
  AccessTokenResult,
  ResealResult,
  ResourceInit,
  WebResourceInit,
} from "./core/pipeline/host/tokens.ts";
export type { ProxyOptions } from "./core/pipeline/proxy/proxy_options.ts";
export type { TokenOptions } from "./core/config/token_options.ts";
export type * from "./core/config/cors_options.ts";
export type * from "./core/config/jwt_options.ts";
export type * from "./core/config/personal_token_options.ts";
export type * from "./core/pipeline/host/forms/form_types.ts";
