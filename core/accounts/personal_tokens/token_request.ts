/**
 * The description of a new personal token, part of which comes from a form of the
 * application.
 *
 * @module
 */

import { DAY } from "../../config/lifetimes.ts";
import {
  isScope,
  type PersonalTokenRules,
} from "../../config/personal_token_rules.ts";
import { isTexts } from "../../config/rules.ts";
import { InvalidRequest } from "../../errors/errors.ts";

/** Seconds that a token lives by default, at most. */
const DEFAULT_AGE = 90 * DAY;
/** The maximum length of a name. */
const MAX_NAME = 64;
/** The maximum number of characters of all scopes of a token together. */
const MAX_SCOPES = 1000;

/** The description of a new personal token. */
export interface PersonalTokenRequest {
  /** The name by which its user knows it later: at most 64 characters. */
  readonly name: string;
  /** What the token may be used for (RFC 6749 section 3.3). Default: nothing that needs a scope. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * The time at which it ends; null: it lives for ever, which
   * `personalTokens.maxAge` has to allow. Default: in 90 days.
   */
  readonly expires?: Date | null | undefined;
}

/** The reasons for which a token is not created, as the error's `code`. */
type Refusal = "expires" | "limit" | "name" | "scopes" | "user";

/** Checks a name, which comes from a form. */
export function readName(value: unknown): string {
  const name = typeof value === "string" ? value.trim() : "";
  const isAllowed = name !== "" && name.length <= MAX_NAME &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name);
  if (isAllowed) return name;
  throw refuse(
    "name",
    `The name of a personal token must have 1 to ${MAX_NAME} characters, and no control characters.`,
  );
}

/** Checks scopes. */
export function readScopes(
  rules: PersonalTokenRules,
  value: unknown = [],
): readonly string[] {
  const isList = isTexts(value) && value.every(isScope) &&
    value.join(" ").length <= MAX_SCOPES;
  if (!isList) {
    throw refuse(
      "scopes",
      `\`scopes\` must list scopes (RFC 6749 section 3.3), which have no blanks, quotes or backslashes, with at most ${MAX_SCOPES} characters together.`,
    );
  }
  const unknown = value.find((one) => rules.scopes?.includes(one) === false);
  if (unknown === undefined) return [...new Set(value)];
  throw refuse(
    "scopes",
    `\`personalTokens.scopes\` does not list the scope ${unknown}.`,
  );
}

/** Returns the time at which a token ends, in milliseconds; null: it lives for ever. */
export function readExpiry(
  { maxAge }: PersonalTokenRules,
  now: number,
  expires: unknown,
): number | null {
  if (expires === undefined) {
    return now + 1000 * Math.min(DEFAULT_AGE, maxAge);
  }
  if (expires === null && maxAge === Infinity) return null;
  const time = expires instanceof Date ? expires.getTime() : NaN;
  if (time > now && time <= now + 1000 * maxAge) return time;
  throw refuse(
    "expires",
    "`expires` must be a Date in the future that `personalTokens.maxAge` allows, or null if that is false.",
  );
}

/** Makes the error of a token that is not created. */
export function refuse(code: Refusal, message: string): InvalidRequest {
  const error = new InvalidRequest(message);
  error.code = code;
  return error;
}
