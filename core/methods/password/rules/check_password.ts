/**
 * Decides whether a password may be used: NIST SP 800-63B-4 section 3.1.1.2, and
 * section 6.2 of OWASP ASVS 5.0. What it is made of does not matter, and it
 * never expires.
 *
 * @module
 */

import type { ResolvedRules } from "../../../providers/password_rules.ts";
import type { Log } from "../../../runtime/log.ts";
import { isBreached } from "./breaches.ts";
import { isPersonal } from "./personal.ts";

/** The reason why a password is refused. Lengths are in characters. */
export type PasswordProblem =
  | { readonly kind: "short"; readonly least: number }
  | { readonly kind: "long"; readonly most: number }
  | { readonly kind: "unusable" | "common" | "personal" | "breached" };

/** A password that somebody wants to set, and what it is compared with. */
export interface Candidate {
  readonly password: string;
  /** The user that it is for, as far as they are known. */
  readonly user: {
    readonly email?: string | null | undefined;
    readonly name?: string | null | undefined;
  };
  /** The site's name, and its host. */
  readonly site: readonly string[];
  /** Whether a second factor is asked for as well. */
  readonly hasFactor: boolean;
  /** Is told if the service of breached passwords does not answer. */
  readonly log: Pick<Log, "warn">;
}

/** The part of the provider's options that the rules need. */
type Rules = Pick<ResolvedRules, "minLength" | "breaches">;

/** The length that is enough with a second factor. */
export const MIN_WITH_FACTOR = 8;

/**
 * An upper bound of the work for one password. In its normal form, such a
 * password is never longer than what can be hashed.
 */
const MAX = 256;

/**
 * Returns why a password may not be used; null if it may. Characters are code
 * points of the normal form (NFKC), which is what is hashed.
 */
export async function checkPassword(
  rules: Rules,
  candidate: Candidate,
): Promise<PasswordProblem | null> {
  const { password, user, site, hasFactor, log } = candidate;
  if (!isUsable(password)) return { kind: "unusable" };
  // A longer text is not worth normalising: no form of it is short enough.
  if (password.length > 16 * MAX) return { kind: "long", most: MAX };
  const text = password.normalize("NFKC");
  const length = [...text].length;
  const least = hasFactor ? MIN_WITH_FACTOR : rules.minLength;
  if (length < least) return { kind: "short", least };
  if (length > MAX) return { kind: "long", most: MAX };
  if (isPersonal(text, [user.email, user.name, ...site])) {
    return { kind: "personal" };
  }
  return await findWeakness(rules, text, log);
}

/**
 * Returns whether the password that somebody has just signed in with is common
 * or breached by now; null if it is neither.
 */
export async function isWeakNow(
  rules: Pick<ResolvedRules, "breaches">,
  { password, log }: Pick<Candidate, "password" | "log">,
): Promise<"common" | "breached" | null> {
  const text = password.normalize("NFKC");
  return (await findWeakness(rules, text, log))?.kind ?? null;
}

async function findWeakness(
  { breaches }: Pick<ResolvedRules, "breaches">,
  text: string,
  log: Pick<Log, "warn">,
): Promise<{ readonly kind: "common" | "breached" } | null> {
  const { isCommon } = await import("./common.ts");
  if (await isCommon(text)) return { kind: "common" };
  if (breaches === null) return null;
  return await isBreached(breaches, text, log) ? { kind: "breached" } : null;
}

/** NUL ends a text in some programs; half a surrogate pair is not a character. */
function isUsable(password: unknown): password is string {
  return typeof password === "string" && password !== "" &&
    !password.includes("\0") && !/\p{Surrogate}/u.test(password);
}
