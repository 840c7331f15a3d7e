import type { PageWords, Sentences } from "./page_words.ts";
import type { PasskeyProblems } from "./passkey_words.ts";

/** The languages of the built-in pages and mails, by language code. */
export const TAGS: readonly string[] = [
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
];

/**
 * The application's own texts by language, in place of the built-in ones of the
 * same name.
 */
export type OwnWords = Readonly<
  Record<
    string,
    | Partial<Omit<PageWords, "errors" | "passkeyProblems">> & {
      readonly errors?: Partial<Sentences> | undefined;
      readonly passkeyProblems?: Partial<PasskeyProblems> | undefined;
    }
    | undefined
  >
>;
