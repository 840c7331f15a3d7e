/**
 * The codes of warnings. `docs/errors.md` has an entry for each of them, and for
 * each type of error.
 *
 * @module
 */

import type { ErrorType } from "./error_table.ts";

/** The code of a warning that is not about an error. */
export type WarningCode =
  | "allowed-params"
  | "audit"
  | "base-path"
  | "breaches"
  | "checks"
  | "client-address"
  | "clock"
  | "connect-scopes"
  | "experimental-webauthn"
  | "former-options"
  | "forwarded"
  | "hashing"
  | "http-origin"
  | "issuer"
  | "linking"
  | "logout"
  | "mail-token"
  | "memory-store"
  | "new-user"
  | "notice"
  | "openid"
  | "passkey"
  | "passkey-counter"
  | "provider-style"
  | "redirect"
  | "redirect-proxy"
  | "revocation"
  | "session-accept"
  | "session-cookie"
  | "session-expiry"
  | "session-secret"
  | "session-size"
  | "stale"
  | "take-over"
  | "target"
  | "theme"
  | "tokens"
  | "two-sessions"
  | "unchecked"
  | "unused-callbacks"
  | "user-fields"
  | "userinfo";

/** The code of a request that a guard of an API refuses (RFC 6750, RFC 9449, RFC 9470). */
export type ApiCode =
  | "forbidden"
  | "insufficient_claims"
  | "insufficient_scope"
  | "insufficient_user_authentication"
  | "invalid_dpop_proof"
  | "invalid_request"
  | "invalid_token"
  | "use_dpop_nonce";

/** The code of a line of the log. */
export type LogCode = WarningCode | ApiCode | ErrorType;
