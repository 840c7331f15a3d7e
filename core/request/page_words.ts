import { errorTexts, type SentenceKey } from "../errors/error_sentences.ts";
import {
  errorTable,
  type ErrorType,
  findErrorRow,
} from "../errors/error_table.ts";
import { PASSKEY_PROBLEMS, type PasskeyProblems } from "./passkey_words.ts";

/** What the built-in pages say, in one language. `{name}` and so on are put in. */
export interface PageWords {
  /** The title of pages that sign in, and what stands on their buttons. */
  readonly title: string;
  /** On the button of an OAuth provider, whose name is that of a company or a product. */
  readonly withProvider: string;
  /** On the form that asks for an address. */
  readonly withMail: string;
  /** On the form of a password. */
  readonly withPassword: string;
  /** On the button of a provider that only its name tells apart; the name may be any text. */
  readonly named: string;
  readonly nothing: string;
  readonly email: string;
  readonly usePasskey: string;
  readonly createPasskey: string;
  readonly noScript: string;
  /** What the script of passkeys says: by the name of the browser's error, else by what was wanted. */
  readonly passkeyProblems: PasskeyProblems;
  /** The title of the page that follows asking for a mail. */
  readonly lookIntoMail: string;
  readonly sent: string;
  /** In the browser that asked. */
  readonly sentTo: string;
  readonly code: string;
  readonly back: string;
  /** Asked before the link of a mail signs in. */
  readonly aboutToSignIn: string;
  readonly notYours: string;
  /** The title of the page that shows the code of a mail that verifies an address, and what stands on its button where it is typed. */
  readonly confirmAddress: string;
  readonly typeCode: string;
  readonly keepCode: string;
  /** Above the ways in of a user whose address was proved by mail for the first time. */
  readonly otherWays: string;
  readonly notMyWays: string;
  /** On the button that removes those ways in. */
  readonly takeOver: string;
  /** The title of the page that signs out, and what stands on its button. */
  readonly signOut: string;
  readonly wantSignOut: string;
  /** The title of that page for somebody who is not signed in. */
  readonly signedOut: string;
  /** The title of the page of an error. */
  readonly failed: string;
  readonly reference: string;
  /** What can be done where there were too many attempts, above a list. */
  readonly tryOtherWays: string;
  readonly knownBrowser: string;
  /** The title of the page that leaves for a provider. */
  readonly leaveFor: string;
  readonly leaving: string;
  readonly leave: string;
  /** Who is signed in, but may not see a page of the host's, reads this instead. */
  readonly forbidden: string;
  /** What went wrong. */
  readonly errors: Sentences;
}

/** What the error table says, in one language. */
export type Sentences = Readonly<Record<SentenceKey, string>>;

/** The language of a page. */
export interface PageLanguage {
  /** Its code (RFC 5646). */
  readonly tag: string;
  readonly words: PageWords;
}

/**
 * What went wrong, for the visitor. What may not be named, or is not known, is a
 * problem of the site.
 */
export function toErrorText(
  { errors }: PageWords,
  type: string | null,
  code: string | null,
): string {
  const known = [`${type} ${code}`, `${type}`]
    .find((key) => Object.hasOwn(errors, key));
  return errors[(known ?? "Configuration") as SentenceKey];
}

/**
 * What an `error` parameter says to the visitor. Anybody can write one, so only
 * known words count; null where there is nothing to say.
 */
export function toMessage(
  words: PageWords,
  type: string | null,
  code: string | null,
): string | null {
  return findErrorRow(type) === null ? null : toErrorText(words, type, code);
}

/** What is said where nothing else is preferred. */
export const ENGLISH: PageLanguage = {
  tag: "en",
  words: {
    title: "Sign in",
    withProvider: "Sign in with {name}",
    withPassword: "Sign in with a password",
    named: "Sign in: {name}",
    nothing: "There is no way to sign in yet.",
    email: "E-mail address",
    usePasskey: "Sign in with a passkey",
    createPasskey: "Create a passkey",
    noScript: "Passkeys need JavaScript.",
    passkeyProblems: PASSKEY_PROBLEMS,
    lookIntoMail: "Look into your mail",
    sent: "We have sent you a message with a link to sign in.",
    sentTo:
      "We have sent a message to {email}. Open the link in it, or type its code here.",
    code: "Code",
    back: "Back to the site",
    aboutToSignIn:
      "You are about to sign in to {site} in this browser, as {email}.",
    notYours: "Did somebody else send you this link? Then close this page.",
    confirmAddress: "Confirm your e-mail address",
    typeCode:
      "To confirm {email}, type this code into the page where you asked for it:",
    keepCode:
      "If you did not ask for it, close this page and do not share the code.",
    otherWays:
      "An account with the address {email} exists already. Sign in the way you did before to keep everything as it is:",
    notMyWays:
      "You never signed in that way? Then someone else used your address. You can remove all other ways to sign in to this account and end its sessions.",
    takeOver: "Remove them and sign in",
    signOut: "Sign out",
    wantSignOut: "Do you want to sign out?",
    signedOut: "You are signed out",
    failed: "That did not work",
    reference: "If you ask for help, name this reference: {ref}",
    tryOtherWays: "You can also sign in another way:",
    knownBrowser: "Use a browser in which you have signed in before",
    withMail: "Sign in with a link by e-mail",
    leaveFor: "Continue to {name}",
    leaving: "You are being taken there.",
    leave: "Continue",
    forbidden: "You do not have permission to see this.",
    errors: toEnglish(),
  },
};

function toEnglish(): Sentences {
  const types = (Object.keys(errorTable) as ErrorType[])
    .filter((type) => errorTable[type].public);
  const all = types.flatMap((type) => {
    const { codes = {}, sentence } = errorTexts[type];
    const others = Object.entries(codes)
      .map(([code, text]) => [`${type} ${code}`, text]);
    return [[type, sentence], ...others];
  });
  return Object.fromEntries(all);
}
