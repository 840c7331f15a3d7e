import { errorTexts, type SentenceKey } from "../errors/error_sentences.ts";
import {
  errorTable,
  type ErrorType,
  findErrorRow,
} from "../errors/error_table.ts";
import { PASSKEY_PROBLEMS, type PasskeyProblems } from "./passkey_words.ts";

/**
 * The texts of the built-in pages in one language. Placeholders such as
 * `{name}` are replaced.
 */
export interface PageWords {
  /** The title of sign-in pages, and the text of their buttons. */
  readonly title: string;
  /**
   * Label of an OAuth provider's button, with the name of a company or a
   * product.
   */
  readonly withProvider: string;
  /** Label of the form that asks for an address. */
  readonly withMail: string;
  /** Label of the password form. */
  readonly withPassword: string;
  /**
   * Label of the button of a provider that only its name tells apart; the name
   * may be any text.
   */
  readonly named: string;
  readonly nothing: string;
  readonly email: string;
  readonly usePasskey: string;
  readonly createPasskey: string;
  readonly noScript: string;
  /**
   * Messages of the passkey script, by the name of the browser's error or else
   * by operation.
   */
  readonly passkeyProblems: PasskeyProblems;
  /** The title of the page shown after a mail was requested. */
  readonly lookIntoMail: string;
  readonly sent: string;
  /** Shown in the browser that requested the mail. */
  readonly sentTo: string;
  readonly code: string;
  readonly back: string;
  /** Shown before the link of a mail signs in. */
  readonly aboutToSignIn: string;
  readonly notYours: string;
  /**
   * The title of the page that shows the code of a verification mail, and the
   * button of the page where it is entered.
   */
  readonly confirmAddress: string;
  readonly typeCode: string;
  readonly keepCode: string;
  /**
   * The heading above the sign-in methods of a user whose address was verified
   * by mail for the first time.
   */
  readonly otherWays: string;
  readonly notMyWays: string;
  /** Label of the button that removes those sign-in methods. */
  readonly takeOver: string;
  /** The title of the sign-in page for a signed-in visitor. */
  readonly signedIn: string;
  readonly anotherAccount: string;
  /** The titles of the page after a passkey was added or removed. */
  readonly passkeyAdded: string;
  readonly passkeyRemoved: string;
  /** The title of the sign-out page, and the text of its button. */
  readonly signOut: string;
  readonly wantSignOut: string;
  /** The title of that page without a session. */
  readonly signedOut: string;
  /** The title of the error page. */
  readonly failed: string;
  readonly reference: string;
  /** The heading above the list of alternatives after too many attempts. */
  readonly tryOtherWays: string;
  readonly knownBrowser: string;
  /** The title of the page that leaves for a provider. */
  readonly leaveFor: string;
  readonly leaving: string;
  readonly leave: string;
  /** Shown to a signed-in user who may not see a page of the application. */
  readonly forbidden: string;
  /** The error messages. */
  readonly errors: Sentences;
}

/** The sentences of the error table in one language. */
export type Sentences = Readonly<Record<SentenceKey, string>>;

/** The language of a page. */
export interface PageLanguage {
  /** Its language tag (RFC 5646). */
  readonly tag: string;
  readonly words: PageWords;
}

/**
 * Returns the error message for the visitor. An unknown or undisclosed error is
 * reported as a problem of the site.
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
 * Returns the message for an `error` parameter. Any link can set one, so only
 * known values count; null for the others.
 */
export function toMessage(
  words: PageWords,
  type: string | null,
  code: string | null,
): string | null {
  return findErrorRow(type) === null ? null : toErrorText(words, type, code);
}

/** The default language. */
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
    signedIn: "You’re signed in",
    anotherAccount: "Use another account",
    passkeyAdded: "Passkey added",
    passkeyRemoved: "Passkey removed",
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
