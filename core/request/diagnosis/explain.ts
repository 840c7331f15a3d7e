import { createKeyring } from "../../crypto/keys.ts";
import { errorTexts } from "../../errors/error_sentences.ts";
import { errorTable, type ErrorType } from "../../errors/error_table.ts";
import { readClock } from "../../runtime/clock.ts";
import { ACTIONS, type AuthAction } from "../actions.ts";
import {
  type CookieFact,
  COOKIES,
  FACTS,
  type FailedMethod,
  METHODS,
  openDiagnosis,
  type RequestFact,
} from "./diagnosis.ts";
import {
  type Field,
  fromAge,
  fromBits,
  type Numbers,
  toNumber,
} from "./pack.ts";

/** Where an error happened: the action of an auth route, or a part that is none. */
export type FailedStep = AuthAction | "guard" | "proxy";

/** What a reference says. */
export interface Explanation {
  /** When the error happened, in milliseconds since the epoch, to the second. */
  readonly time: number;
  /** The type of the error; null: this version does not know it. */
  readonly type: ErrorType | null;
  /** Its code; null: it has none, or one of the application's own. */
  readonly code: string | null;
  /** Whether it has a code, known or not. */
  readonly hasCode: boolean;
  /** The action; null: this version does not know it. */
  readonly step: FailedStep | null;
  /** The method of the request. */
  readonly method: FailedMethod;
  /** The id of the provider; null: none, or none of those that were given. */
  readonly provider: string | null;
  /** Whether the request named a provider, known or not. */
  readonly hasProvider: boolean;
  /** The seconds since the attempt began, to about a tenth; null: none was named. */
  readonly attemptAge: number | null;
  /** The cookies of the library that came. */
  readonly cookies: readonly CookieFact[];
  /** What else was true of the request. */
  readonly facts: readonly RequestFact[];
  /**
   * A number that all errors with the same message share, whatever names and
   * figures it has.
   */
  readonly message: number;
  /** The hint that the log has. */
  readonly hint: string | null;
  /** The sentence that the visitor has read. */
  readonly sentence: string | null;
}

/** Options of {@link explainReference}. */
export interface ExplainOptions {
  /** The secret of the application, or several, of which any may be the one. */
  readonly secret: string | readonly string[];
  /** The ids of providers that it may have had. Default: none. */
  readonly providers?: readonly string[] | undefined;
  /** Milliseconds since the epoch. Default: now. */
  readonly now?: number | undefined;
}

/** The parts of the library with errors that are no actions of auth routes. */
const PARTS: readonly FailedStep[] = ["guard", "proxy"];

/** Codes of providers (RFC 6749 sections 4.1.2.1 and 5.2; OpenID Connect Core section 3.1.2.6) and of the parts that have no sentence. */
const CODES = `access_denied invalid_client invalid_grant invalid_request
  invalid_scope server_error temporarily_unavailable unauthorized_client
  unsupported_response_type login_required consent_required interaction_required
  account_selection_required callback destination upgrade api_encoding api_page
  api_timeout api_unauthorized api_unreachable locked`.split(/\s+/);

/**
 * Opens the reference of an error page or of a log line.
 *
 * @returns null if no secret opens it: it is of another application, more than
 * 400 days old, misspelt, or one of the short references of errors that happened
 * before the configuration could be read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { explainReference } from "@latchkey/auth/diagnosis";
 *
 * const secret = "a secret of at least 32 characters";
 * const found = await explainReference("of somebody else", { secret });
 * assert.equal(found, null);
 * ```
 */
export async function explainReference(
  reference: string,
  { secret, providers = [], now = readClock() }: ExplainOptions,
): Promise<Explanation | null> {
  for (const one of [secret].flat()) {
    const opened = await openDiagnosis(createKeyring([one]), reference, now);
    if (opened !== null) {
      return toExplanation(opened.numbers, opened.time, providers);
    }
  }
  return null;
}

function toExplanation(
  numbers: Numbers,
  time: number,
  providers: readonly string[],
): Explanation {
  const find = <T extends string>(field: Field, names: readonly T[]) =>
    names.find((one) => toNumber(one, field) === numbers[field]) ?? null;
  const type = find("type", Object.keys(errorTable) as ErrorType[]);
  const text = type === null ? null : errorTexts[type];
  const codes: Readonly<Record<string, string>> = text?.codes ?? {};
  const own = [
    ...Object.keys(codes),
    ...CODES,
    ...(text?.hostCode === undefined ? [] : [text.hostCode]),
  ];
  const code = find("code", own);
  return {
    time,
    type,
    code,
    hasCode: numbers.code !== 0,
    step: find("step", [...ACTIONS, ...PARTS]),
    method: METHODS[numbers.method] ?? "another method",
    provider: find("provider", providers),
    hasProvider: numbers.provider !== 0,
    attemptAge: fromAge(numbers.age),
    cookies: fromBits(COOKIES, numbers.cookies),
    facts: fromBits(FACTS, numbers.facts),
    message: numbers.message,
    hint: text?.hint ?? (type && errorTable[type].hint) ?? null,
    sentence: codes[code ?? ""] ?? text?.sentence ?? null,
  };
}
