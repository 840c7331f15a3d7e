/**
 * The languages of the built-in pages and mails, and how an application may
 * choose one and word it.
 *
 * @module
 */

import type { PageWords, Sentences } from "./page_words.ts";
import { closed, oneOf, valid } from "./rules.ts";

/** The languages of the built-in pages and mails, by language code. */
export const TAGS = [
  "en",
  "ar",
  "de",
  "es",
  "fr",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "sv",
  "tr",
  "zh",
] as const;

/**
 * The application's own texts by language, in place of the built-in ones of the
 * same name.
 */
export type OwnWords = Readonly<
  Record<
    string,
    | Partial<Omit<PageWords, "errors">> & {
      readonly errors?: Partial<Sentences> | undefined;
    }
    | undefined
  >
>;

/** Reads the language of all visitors. */
export const readLocale = oneOf(TAGS, undefined);

const texts = valid(
  undefined,
  'be texts by name, like { signIn: "Log in" }',
  isTexts,
);

/** Reads the application's own texts by language; a name is checked by its type. */
export const readWords = closed(
  Object.fromEntries(TAGS.map((tag) => [tag, texts])),
  'be texts by language, like { en: { signIn: "Log in" } }',
);

/** The texts with texts of their own. */
const GROUPS = ["errors", "passkeyProblems"];

function isTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null &&
    Object.entries(value).every(([name, text]) =>
      GROUPS.includes(name) ? isTexts(text) : typeof text === "string"
    );
}
