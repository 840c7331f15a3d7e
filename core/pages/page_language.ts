import { findLanguage } from "../runtime/language.ts";
import { ENGLISH, type PageLanguage } from "../request/page_words.ts";

/** The languages of the built-in pages, by language code. */
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

/** Loads the page language that a browser prefers. English is bundled, the others are imported when needed. */
export async function loadLanguage(
  acceptLanguage: string | null,
): Promise<PageLanguage> {
  const tag = findLanguage(acceptLanguage, TAGS);
  if (tag === ENGLISH.tag) return ENGLISH;
  const { LANGUAGES } = await import("./languages.ts");
  return { tag, words: LANGUAGES[tag] ?? ENGLISH.words };
}
