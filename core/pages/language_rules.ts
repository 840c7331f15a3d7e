/**
 * The rules for the options `locale` and `words`.
 *
 * @module
 */

import type { OwnWords } from "../config/pages/own_words.ts";
import { ENGLISH } from "../config/pages/page_words.ts";
import type { Problems } from "../errors/config_problems.ts";
import { TAGS } from "./page_language.ts";

const LANGUAGES = `${TAGS.slice(0, -1).join(", ")} or ${TAGS.at(-1)}`;

/** Reports the mistakes in the options `locale` and `words`. */
export function reportLanguage(
  { locale, words }: {
    readonly locale: string | null;
    readonly words: OwnWords;
  },
  { add }: Problems,
): void {
  if (locale !== null && !isLocale(locale)) {
    add(`\`locale\` must be ${LANGUAGES}, which a region may follow: "de-CH".`);
  }
  if (isObject(words)) {
    for (const [tag, own] of Object.entries(words)) {
      if (TAGS.includes(tag)) {
        compare(`words.${tag}`, own, ENGLISH.words).forEach(add);
      } else {
        add(`\`words.${tag}\` does not exist: there are ${LANGUAGES}.`);
      }
    }
  } else {
    add("`words` must be an object with texts by language.");
  }
}

function isLocale(value: unknown): boolean {
  const [, tag = ""] = /^([a-z]{2,3})(?:-[a-z\d-]{1,30})?$/i.exec(`${value}`) ??
    [];
  return TAGS.includes(tag.toLowerCase());
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Compares the application's texts with the English ones, which have the same names and placeholders. */
function compare(where: string, own: unknown, english: unknown): string[] {
  if (own === undefined) return [];
  if (english === undefined) return [`\`${where}\` does not exist.`];
  if (isObject(english)) {
    if (!isObject(own)) return [`\`${where}\` must be an object with texts.`];
    const known = new Map<string, unknown>(Object.entries(english));
    return Object.entries(own).flatMap(([name, text]) =>
      compare(`${where}.${name}`, text, known.get(name))
    );
  }
  if (typeof own !== "string" || own.trim() === "") {
    return [`\`${where}\` must be a string.`];
  }
  const gap = findGaps(own).find((gap) => !`${english}`.includes(gap));
  return gap === undefined ? [] : [`\`${where}\` has no value for \`${gap}\`.`];
}

function findGaps(text: string): string[] {
  return text.match(/\{\w*\}/g) ?? [];
}
