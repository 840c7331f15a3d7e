import type { PageWords } from "./page_words.ts";

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
  Record<string, OwnTexts<PageWords> | undefined>
>;

/** Some of the texts of a language, by name. */
export type OwnTexts<T> = {
  readonly [K in keyof T]?:
    | (T[K] extends string ? string : OwnTexts<T[K]>)
    | undefined;
};
