import {
  ENGLISH,
  type PageLanguage,
  type PageWords,
} from "../config/pages/page_words.ts";
import type { OwnWords } from "../config/pages/own_words.ts";
import { findLanguage } from "../runtime/language.ts";
import { once } from "../runtime/once.ts";

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

/** The application's choices about language. */
export interface LanguageOptions {
  readonly locale?: string | null;
  readonly words?: OwnWords;
}

/** Loads the page language that a browser prefers, or that the application has chosen. English is bundled; the others come together, when one is needed. */
export async function loadLanguage(
  acceptLanguage: string | null,
  { locale = null, words = {} }: LanguageOptions = {},
): Promise<PageLanguage> {
  const tag = findLanguage(locale ?? acceptLanguage, TAGS);
  return { tag, words: withOwn(await loadWords(tag), words[tag]) };
}

/** Replaces texts by the application's own of the same name. */
function withOwn<T extends object>(texts: T, own: unknown): T {
  if (typeof own !== "object" || own === null) return texts;
  const all = Object.entries(texts).map(([name, text]) => {
    const mine: unknown = Object.hasOwn(own, name)
      ? Reflect.get(own, name)
      : undefined;
    if (typeof text === "object") return [name, withOwn(text, mine)];
    return [name, typeof mine === "string" ? mine : text];
  });
  return Object.fromEntries(all);
}

const loadLanguages = once(() => import("./languages.ts"));

async function loadWords(tag: string): Promise<PageWords> {
  if (tag === ENGLISH.tag) return ENGLISH.words;
  const { LANGUAGES } = await loadLanguages();
  return LANGUAGES[tag] ?? ENGLISH.words;
}
