/**
 * The errors of the library.
 *
 * @module
 */

export { type ErrorKind, type ErrorType } from "./core/error_table.ts";
export {
  AccessDenied,
  AccountNotLinked,
  AdapterError,
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
  WebAuthnVerificationError,
} from "./core/errors.ts";
