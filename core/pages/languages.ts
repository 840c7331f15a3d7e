import type { PageWords } from "../config/pages/page_words.ts";
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

/** The texts of the built-in pages in languages other than English, by language code (RFC 5646). */
export const LANGUAGES: Readonly<Record<string, PageWords>> = {
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
