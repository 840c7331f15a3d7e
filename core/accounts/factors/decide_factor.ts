import type { SecondFactorRule } from "../../providers/password_provider.ts";
import type { Missing } from "../../attempts/pending_sign_in.ts";

/** The facts of a sign-in that has proved its first factor. */
export interface FactorFacts {
  /** Whether the proof was of several factors already. */
  readonly isStrong: boolean;
  /** Whether the user has set up a factor. */
  readonly hasFactor: boolean;
  /** Whether the user has a passkey that verifies its user. */
  readonly hasPasskey: boolean;
  /** Whether the user gave a factor in this browser before. */
  readonly isRemembered: boolean;
  /** Whether the page that the user is heading for asks for a factor itself. */
  readonly isDemanded: boolean;
  readonly rule: SecondFactorRule;
}

/**
 * Decides what a sign-in still lacks; null: nothing. A remembered browser stands
 * in for a factor that the user has, and never for setting one up. Somebody who
 * has a passkey uses it: otherwise a stolen password would be enough to set up a
 * factor of the thief's.
 */
export function decideFactor(
  { isStrong, hasFactor, hasPasskey, isRemembered, isDemanded, rule }:
    FactorFacts,
): Missing | null {
  if (isStrong) return null;
  if (hasFactor) return isRemembered && !isDemanded ? null : "factor";
  if (rule === "optional") return null;
  return hasPasskey ? "passkey" : "enrolment";
}
