import { findLanguage, toDirection } from "../../../runtime/language.ts";
import { ar } from "./languages/ar.ts";
import { de } from "./languages/de.ts";
import { es } from "./languages/es.ts";
import { fr } from "./languages/fr.ts";
import { it } from "./languages/it.ts";
import { ja } from "./languages/ja.ts";
import { ko } from "./languages/ko.ts";
import { nl } from "./languages/nl.ts";
import { pl } from "./languages/pl.ts";
import { pt } from "./languages/pt.ts";
import { sv } from "./languages/sv.ts";
import { tr } from "./languages/tr.ts";
import { zh } from "./languages/zh.ts";
import { en, type Words } from "./words.ts";

/** The languages of the mails, by their code (RFC 5646). */
export const words: Readonly<Record<string, Words>> = {
  en,
  ar,
  de,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  sv,
  tr,
  zh,
};

/** A language and its texts. */
export interface Language {
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  readonly words: Words;
}

/** The language of a mail, by the Accept-Language header of the request for it. */
export function chooseLanguage(header: string | null): Language {
  const tag = findLanguage(header, Object.keys(words));
  const direction = toDirection(tag);
  return { tag, direction, words: words[tag] ?? en };
}
