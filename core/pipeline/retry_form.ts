import type { AuthError } from "../errors/errors.ts";
import type { Context } from "../request/context.ts";

/** The page with the form to try again. */
export function toForm(
  { request: { action }, provider }: Context,
  error: AuthError | null,
): "signIn" | "signOut" | "signUp" | "reset" {
  // A failed sign-out leads back to the sign-out page, not to sign-in.
  if (action === "signout") return "signOut";
  if (action === "signup") return "signUp";
  // A password that was to be chosen needs another mail.
  const isPassword = action === "reset" || action === "new-password" ||
    error?.type === "Verification" && provider?.type === "credentials";
  return isPassword ? "reset" : "signIn";
}
