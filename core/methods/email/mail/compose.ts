import type { Theme } from "../../../config/config.ts";
import type { MailContent } from "../../../providers/email_provider.ts";
import { toDuration } from "../../../runtime/duration.ts";
import { toDevice } from "./device.ts";
import { type Letter, toHtml } from "./document.ts";
import { chooseLanguage, type Language } from "./languages.ts";
import type { Purpose } from "./purpose.ts";
import { type MailPurpose, toPurpose, type Words } from "./words.ts";

/** The facts that a mail is composed from. */
export interface LetterFacts {
  /** Null: there is nothing to open. */
  readonly url: string | null;
  /** The code, digits only; null: there is none. */
  readonly code: string | null;
  readonly purpose: MailPurpose;
  /** The name of the site. */
  readonly site: string;
  /** The host name of the site. */
  readonly host: string;
  readonly minutes: number;
  /** When the mail was requested, in milliseconds since the epoch. */
  readonly asked: number;
  readonly userAgent: string | null;
  readonly acceptLanguage: string | null;
  readonly theme: Theme;
}

type Values = Readonly<Record<string, string>>;

/**
 * Composes a mail, with the link and the code if there are any. It loads no
 * remote content, so opening it is not tracked, and it names the device that
 * requested it, so the recipient can recognise a mail that was requested by
 * another person.
 */
export function composeMail(facts: LetterFacts): MailContent {
  return compose(facts, (words) => toPurpose(words, facts.purpose));
}

/**
 * Composes a mail with texts of its own.
 *
 * @param more values of placeholders that only these texts have
 */
export function compose(
  facts: Omit<LetterFacts, "purpose">,
  choose: (words: Words) => Purpose,
  more: Values = {},
): MailContent {
  const language = chooseLanguage(facts.acceptLanguage);
  const { words } = language;
  const { url, theme } = facts;
  const own = { ...words, ...choose(words) };
  const values = { ...toValues(facts, language), ...more };
  const letter: Letter = {
    language,
    subject: fill(own.title, values),
    words: own,
    values,
    code: facts.code === null ? null : toGroups(facts.code),
    url,
    theme,
  };
  return {
    subject: letter.subject,
    text: toPlainText(letter, facts.code),
    html: toHtml(letter),
  };
}

/** Marks that would turn the direction of the text after a name. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the values of the placeholders. */
function toValues(
  facts: Omit<LetterFacts, "purpose">,
  language: Language,
): Values {
  const { site, host, code } = facts;
  return {
    site: site.replace(TURNS, ""),
    host,
    code: code === null ? "" : toInlineCode(code, language),
    duration: toDuration(facts.minutes, language.tag),
    time: toTime(facts.asked, language.tag),
    device: describeDevice(facts.userAgent, language),
  };
}

function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

function toTime(milliseconds: number, tag: string): string {
  return new Intl.DateTimeFormat(`${tag}-u-nu-latn`, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(milliseconds) + "\u00a0UTC";
}

function describeDevice(
  userAgent: string | null,
  { words }: Language,
): string {
  const { browser, system } = toDevice(userAgent);
  return browser !== null && system !== null
    ? fill(words.device, { browser, system })
    : browser ?? system ?? words.unknownDevice;
}

/**
 * Splits the code into two groups, which are read and typed with fewer
 * mistakes.
 */
function toGroups(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** Text from right to left would show the second group of digits first. */
function toInlineCode(code: string, { direction }: Language): string {
  return direction === "rtl" ? code : toGroups(code);
}

function toPlainText(letter: Letter, code: string | null): string {
  const { language, words, values, url, subject } = letter;
  const put = (sentence: string) => fill(sentence, values);
  const { intro, lasts, warning, asked, ignore } = words;
  const parts = [
    subject,
    ...(intro === undefined ? [] : [put(intro)]),
    ...(code === null && url !== null && lasts !== "" ? [put(lasts)] : []),
    ...(url === null ? [] : [url]),
    ...(code === null ? [] : [
      `${put(words.code)}\n${toInlineCode(code, language)}`,
      `${put(lasts)}\n${put(warning)}`,
    ]),
    ...(asked === "" ? [put(ignore)] : [`${put(asked)}\n${put(ignore)}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}
