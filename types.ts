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
} from "./core/adapter.ts";
export type { Callbacks, Events, SignInFailure } from "./core/callbacks.ts";
export type {
  AuthConfig,
  ConfigSource,
  CookieOptions,
  ExperimentalOptions,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  Logger,
  Pages,
  SessionOptions,
  Theme,
} from "./core/config.ts";
export type { ErrorKind, ErrorType } from "./core/error_table.ts";
export type {
  AuthErrorCause,
  AuthErrorOptions,
  CredentialsSigninOptions,
} from "./core/errors.ts";
export type { CookieAttributes, CookieOverride } from "./core/cookie_policy.ts";
export type {
  AddressLimitOptions,
  CredentialsLimitOptions,
  LimitKind,
  LimitOptions,
  Limits,
} from "./core/limit_rules.ts";
export type {
  CredentialInput,
  CredentialInputs,
  CredentialsConfig,
  CredentialValues,
  Passwords,
} from "./core/credentials_provider.ts";
export type {
  EmailConfig,
  Mail,
  MailContent,
  MailCrypto,
  SendMailParams,
  VerificationRequestParams,
} from "./core/email_provider.ts";
export type { MemoryStoreOptions } from "./core/memory_store.ts";
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
  SessionUser,
  TokenSet,
  User,
} from "./core/model.ts";
export type {
  AppProvider,
  CommonProviderOptions,
  Provider,
  ProviderInput,
  RedirectableProviderType,
} from "./core/provider.ts";
export type {
  AccountCallback,
  AuthorizationEndpoint,
  ClientMetadata,
  ClientPrivateKey,
  CustomFetch,
  EndpointParams,
  OAuth2Config,
  OAuthEndpointType,
  OAuthOptions,
  OAuthProvider,
  OAuthProviderButtonStyles,
  OIDCConfig,
  ProfileCallback,
  SignInChecks,
  TokenEndpoint,
  TokenEndpointHandler,
  UserinfoEndpoint,
  UserinfoEndpointHandler,
} from "./core/oauth_provider.ts";
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
} from "./core/webauthn_provider.ts";
export type { AuthAction } from "./core/request_head.ts";
export type { EnvSource } from "./core/env_defaults.ts";
export type { RequireOptions } from "./core/guard.ts";
export type { PasskeyChoice, PasskeyInfo } from "./core/accounts/passkeys.ts";
export type { AccountChoice } from "./core/accounts/unlink.ts";
export type { SessionInfo } from "./core/session/list.ts";
export type { Revocation } from "./core/session/revocation.ts";
export type { Store } from "./core/store.ts";
export type {
  AuthInstance,
  CsrfTokenResult,
  RawCookie,
  RawResponse,
  SessionOf,
  SessionResult,
  SignedIn,
  UpdateOptions,
  VerifyEmailResult,
} from "./core/web.ts";
export type { VerifyEmailOptions } from "./core/form_action.ts";
