import { InvalidPassword } from "../../errors/password_errors.ts";
import type { StoredProvider } from "./stored.ts";

/** No real password is longer, and an attacker cannot make us hash megabytes. */
const MAX_LENGTH = 1024;

/** Returns the error of a password that cannot be chosen; null if it can. */
export function refuseNewPassword(
  { stored: { minLength } }: StoredProvider,
  password: string,
): InvalidPassword | null {
  const { length } = [...password.slice(0, 2 * MAX_LENGTH)];
  if (length < minLength) return toRefusal("short");
  if (length > MAX_LENGTH) return toRefusal("long");
  return password.includes("\0") ? toRefusal("unusable") : null;
}

function toRefusal(code: string): InvalidPassword {
  const error = new InvalidPassword("The password cannot be used.");
  error.code = code;
  return error;
}
