/**
 * The errors of the library.
 *
 * @module
 */

export { type ErrorKind, type ErrorType } from "./core/error_table.ts";
export {
  AccessDenied,
  AdapterError,
  AuthError,
  type AuthErrorCause,
  type AuthErrorOptions,
  CallbackRouteError,
  ConfigurationError,
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
  PayloadTooLarge,
  ProviderUnavailable,
  SessionError,
  SessionTooLarge,
  SignInRequired,
  SignOutError,
  StoreError,
  UnknownAction,
  UntrustedHost,
  Verification,
} from "./core/errors.ts";
