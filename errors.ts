/**
 * The errors of the library.
 *
 * @module
 */

export {
  AccessDenied,
  AuthError,
  type AuthErrorCause,
  type AuthErrorOptions,
  CallbackRouteError,
  ConfigurationError,
  CrossSiteRequest,
  type ErrorKind,
  type ErrorType,
  EventError,
  InvalidCheck,
  InvalidProvider,
  InvalidRequest,
  MethodNotAllowed,
  MissingCSRF,
  OAuthCallbackError,
  OAuthProfileParseError,
  PayloadTooLarge,
  ProviderUnavailable,
  SessionError,
  SessionTooLarge,
  SignOutError,
  StoreError,
  UnknownAction,
  UntrustedHost,
} from "./core/errors.ts";
