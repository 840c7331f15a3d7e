import { TAGS } from "../config/locale_rules.ts";
import {
  ENGLISH,
  type PageLanguage,
  type PageWords,
} from "../config/page_words.ts";
import type { OwnWords } from "../config/locale_rules.ts";
import { findLanguage } from "../runtime/language.ts";

export { TAGS };

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
