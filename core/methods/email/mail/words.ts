import { EN_NOTICES, type NoticeMails } from "./notice_words.ts";
import { EN_PASSWORDS, type PasswordMails } from "./password_words.ts";
import type { Purpose } from "./purpose.ts";

/** What a mail is for. */
export type MailPurpose = "signIn" | "verify" | keyof PasswordMails;

/** The texts of the mails in one language: whole sentences with placeholders, such as `{site}`. */
export interface Words {
  readonly signIn: Purpose;
  /** The mail that verifies an address. */
  readonly verify: Purpose;
  /** The mails about passwords. */
  readonly passwords: PasswordMails;
  /** The mails about changes to an account. */
  readonly notices: NoticeMails;
  /** `{duration}` is a number with its unit, such as "10 minutes". */
  readonly lasts: string;
  /** The label of the code. */
  readonly code: string;
  /** `{host}` is the address of the site, because any site can use its name. */
  readonly warning: string;
  readonly asked: string;
  /** Completes `asked`, as `unknownDevice` does. */
  readonly device: string;
  readonly unknownDevice: string;
  readonly ignore: string;
  readonly link: string;
}

/** The mails in English. */
export const en: Words = {
  signIn: {
    title: "Sign in to {site}",
    preheader: "Your sign-in code is {code}.",
    button: "Sign in",
  },
  verify: {
    title: "Confirm your email address for {site}",
    preheader: "Your confirmation code is {code}.",
    button: "Confirm address",
  },
  passwords: EN_PASSWORDS,
  notices: EN_NOTICES,
  lasts: "The link and the code work once, for {duration}.",
  code: "Or enter this code on the page where you asked for it:",
  warning: "Enter the code only on {host}, and don’t share it with anyone.",
  asked: "Requested on {time} from {device}.",
  device: "{browser} on {system}",
  unknownDevice: "an unknown device",
  ignore: "If you didn’t ask for this email, you can safely ignore it.",
  link: "If the button doesn’t work, open this address:",
};

/** Returns the texts that only the mails of one purpose have. */
export function toPurpose(words: Words, purpose: MailPurpose): Purpose {
  return purpose === "signIn" || purpose === "verify"
    ? words[purpose]
    : words.passwords[purpose];
}
