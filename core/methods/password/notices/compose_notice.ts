import type { MailContent } from "../../../providers/email_provider.ts";
import { compose, type LetterFacts } from "../../email/mail/compose.ts";
import type {
  NoticeMails,
  NoticeWords,
} from "../../email/mail/notice_words.ts";
import type { Words } from "../../email/mail/words.ts";
import type { Purpose } from "../../email/mail/purpose.ts";

/** The kind of event that a notice tells of. */
export type NoticeKind = {
  [K in keyof NoticeMails]: NoticeMails[K] extends NoticeWords ? K : never;
}[keyof NoticeMails];

/** The facts that a notice is composed from. */
export interface NoticeFacts extends Omit<LetterFacts, "code" | "purpose"> {
  readonly kind: NoticeKind;
  /** Whether the site has passwords. */
  readonly hasPasswords: boolean;
}

/** After these there is nothing left to do. */
const FINAL: readonly NoticeKind[] = [
  "addressChanged",
  "addressTaken",
  "accountDeleted",
];

/** The application did these: nobody knows the device. */
const WITHOUT_DEVICE: readonly NoticeKind[] = [
  "factorsReset",
  "personalTokenCreated",
];

/**
 * Composes a mail about a change, in the design of the mails with a code.
 *
 * @param values those of the placeholders that only one kind has
 */
export function composeNotice(
  { kind, hasPasswords, url, ...facts }: NoticeFacts,
  values: Readonly<Record<string, string>>,
): MailContent {
  const letter = {
    ...facts,
    url: FINAL.includes(kind) ? null : url,
    code: null,
  };
  return compose(
    letter,
    (words) => toPurpose(words, kind, hasPasswords),
    values,
  );
}

function toPurpose(
  { notices: words, verify, ignore }: Words,
  kind: NoticeKind,
  hasPasswords: boolean,
): Purpose {
  const own: NoticeWords = words[kind];
  const { title, more, button } = own;
  const advice = hasPasswords
    ? own.advice ?? words.advice
    : own.signInAdvice ?? words.signInAdvice;
  const isAsked = kind === "addressWanted";
  const when = WITHOUT_DEVICE.includes(kind) ? words.whenOnly : words.when;
  return {
    title,
    preheader: when,
    intro: more === undefined ? when : `${more} ${when}`,
    lasts: advice,
    button: isAsked ? verify.button : button ?? words.button,
    asked: "",
    ignore: isAsked ? ignore : words.reason,
  };
}
