import type { Awaitable } from "../model/model.ts";
import { DAY } from "./lifetimes.ts";
import type { PersonalTokenUser } from "./personal_token_options.ts";
import {
  closed,
  count,
  fn,
  isTexts,
  or,
  type Report,
  seconds,
  valid,
} from "./rules.ts";

/** The options of personal tokens, with their defaults. */
export interface PersonalTokenRules {
  readonly prefix: string;
  /** Seconds; Infinity: tokens may live for ever. */
  readonly maxAge: number;
  readonly limit: number;
  /** The scopes that tokens may have; null: any. */
  readonly scopes: readonly string[] | null;
  readonly when: ((user: PersonalTokenUser) => Awaitable<boolean>) | null;
}

const read = closed({
  prefix: valid(
    "lk_",
    'be at most 32 letters, digits and underscores that begin with a letter and end with an underscore, like "acme_"',
    (value) => /^[A-Za-z]\w{0,30}_$/.test(String(value)),
  ),
  maxAge: or(false, Infinity, seconds(365 * DAY, 3650 * DAY)),
  limit: count(100, 100),
  scopes: valid<readonly string[] | null>(
    null,
    "list scopes, which have no blanks, quotes or backslashes",
    (value) => isTexts(value) && value.every(isScope),
  ),
  when: fn<NonNullable<PersonalTokenRules["when"]>>(),
}, "be an object");

/** Reads the options of personal tokens. */
export function readPersonalTokenRules(
  options: unknown,
  report: Report,
): PersonalTokenRules {
  return read(options, "personalTokens", report);
}

/** Whether a text is one scope (RFC 6749 section 3.3). */
export function isScope(text: string): boolean {
  return /^[!#-[\]-~]+$/.test(text);
}
