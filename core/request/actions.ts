/** The first path segments below the base path. */
export const ACTIONS: readonly AuthAction[] = [
  "csrf",
  "providers",
  "session",
  "resume",
  "step-up",
  "signin",
  "callback",
  "backchannel-logout",
  "connect",
  "initiate",
  "link",
  "unlink",
  "signout",
  "signed-out",
  "error",
  "verify-email",
  "verify-request",
  "password",
  "email",
  "signup",
  "reset",
  "new-password",
  "passkey",
  "second-factor",
  "factors",
  "webauthn-options",
  "webauthn-script",
];

/** A first path segment below the base path. */
export type AuthAction =
  | "csrf"
  | "providers"
  | "session"
  | "resume"
  | "step-up"
  | "signin"
  | "callback"
  | "backchannel-logout"
  | "connect"
  | "initiate"
  | "link"
  | "unlink"
  | "signout"
  | "signed-out"
  | "error"
  | "verify-email"
  | "verify-request"
  | "password"
  | "email"
  | "signup"
  | "reset"
  | "new-password"
  | "passkey"
  | "second-factor"
  | "factors"
  | "webauthn-options"
  | "webauthn-script";

/**
 * Whether a string is one of the library's actions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isAuthAction } from "@latchkey/auth";
 *
 * assert.ok(isAuthAction("signin"));
 * assert.ok(!isAuthAction("Signin"));
 * ```
 */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.includes(action as AuthAction);
}
