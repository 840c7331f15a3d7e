/**
 * The errors of the library.
 *
 * @module
 */

export { type ErrorKind, type ErrorType } from "./core/errors/error_table.ts";
export {
  AccessDenied,
  AccountNotLinked,
  AdapterError,
  AuthError,
  type AuthErrorCause,
  type AuthErrorOptions,
  CallbackRouteError,
  ConfigurationError,
  CredentialsSignin,
  type CredentialsSigninOptions,
  CrossSiteRequest,
  EmailSignInError,
  EventError,
  InvalidAddress,
  InvalidCheck,
  InvalidProvider,
  InvalidRequest,
  LastAccount,
  MethodNotAllowed,
  MissingCSRF,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  OAuthProfileParseError,
  Overloaded,
  PayloadTooLarge,
  ProviderUnavailable,
  RateLimited,
  SessionError,
  SessionTooLarge,
  SignInError,
  SignInRequired,
  SignOutError,
  StoreError,
  UnknownAction,
  UnknownPasswordHash,
  UntrustedHost,
  Verification,
  WebAuthnVerificationError,
} from "./core/errors/errors.ts";
export {
  InvalidField,
  InvalidPassword,
} from "./core/errors/password_errors.ts";
export { SecondFactorError } from "./core/errors/factor_errors.ts";
export { InsufficientAuthentication } from "./core/errors/step_up_errors.ts";
export {
  type ConnectForm,
  ConsentRequired,
  InteractionRequired,
  NotConnected,
  ReauthenticationRequired,
} from "./core/errors/token_errors.ts";
