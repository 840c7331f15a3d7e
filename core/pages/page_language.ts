import { findLanguage } from "../runtime/language.ts";
import {
  ENGLISH,
  type OwnWords,
  type PageLanguage,
  type PageWords,
} from "../config/page_words.ts";

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

/** The application's choices about language. */
export interface LanguageOptions {
  readonly locale?: string | null;
  readonly words?: OwnWords;
}

/** Loads the page language that a browser prefers, or that the application has chosen. English is bundled, the others are imported when needed. */
export async function loadLanguage(
  acceptLanguage: string | null,
  { locale = null, words = {} }: LanguageOptions = {},
): Promise<PageLanguage> {
  const tag = findLanguage(locale ?? acceptLanguage, TAGS);
  const language = await loadWords(tag);
  const own = words[tag];
  if (own === undefined) return { tag, words: language };
  const errors = { ...language.errors, ...own.errors };
  return { tag, words: { ...language, ...own, errors } };
}

async function loadWords(tag: string): Promise<PageWords> {
  if (tag === ENGLISH.tag) return ENGLISH.words;
  const { LANGUAGES } = await import("./languages.ts");
  return LANGUAGES[tag] ?? ENGLISH.words;
}
