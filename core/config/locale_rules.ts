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
