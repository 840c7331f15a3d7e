import type { MailContent } from "../../../providers/email_provider.ts";
import { compose, type LetterFacts } from "../../email/mail/compose.ts";
import {
  EN_NOTICES,
  type NoticeMails,
  type NoticeWords,
} from "../../email/mail/notice_words.ts";
import type { Purpose } from "../../email/mail/purpose.ts";

/** What happened to an account. */
export type NoticeKind = {
  [K in keyof NoticeMails]: NoticeMails[K] extends NoticeWords ? K : never;
}[keyof NoticeMails];

/** The facts that a notice is composed from. */
export interface NoticeFacts extends Omit<LetterFacts, "code" | "purpose"> {
  readonly kind: NoticeKind;
}

/** After these there is nothing left to do. */
const FINAL: readonly NoticeKind[] = [
  "addressChanged",
  "addressTaken",
  "accountDeleted",
];

/**
 * Composes a mail about a change, in the design of the mails with a code.
 *
 * @param values those of the placeholders that only one kind has
 */
export function composeNotice(
  { kind, url, ...facts }: NoticeFacts,
  values: Readonly<Record<string, string>>,
): MailContent {
  const letter = {
    ...facts,
    url: FINAL.includes(kind) ? null : url,
    code: null,
  };
  return compose(
    letter,
    ({ notices = EN_NOTICES }) => toPurpose(notices, kind),
    values,
  );
}

function toPurpose(words: NoticeMails, kind: NoticeKind): Purpose {
  const own: NoticeWords = words[kind];
  const { title, more, advice, button, reason } = own;
  // Nobody knows the device of an administrator.
  const when = kind === "factorsReset" ? words.whenOnly : words.when;
  return {
    title,
    preheader: when,
    intro: more === undefined ? when : `${more} ${when}`,
    lasts: advice ?? words.advice,
    button: button ?? words.button,
    asked: "",
    ignore: reason ?? words.reason,
  };
}
