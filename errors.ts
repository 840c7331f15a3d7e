/**
 * The errors of the library.
 *
 * @module
 */

export { type ErrorKind, type ErrorType } from "./core/error_table.ts";
export {
  AccessDenied,
  AuthError,
  type AuthErrorCause,
  type AuthErrorOptions,
  CallbackRouteError,
  ConfigurationError,
  CrossSiteRequest,
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
