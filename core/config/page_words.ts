import type { SentenceKey } from "../errors/error_sentences.ts";
import type { PasskeyProblems } from "./passkey_words.ts";

/**
 * The texts of the built-in pages but their messages: whole sentences, so that
 * a translation never depends on another text. Placeholders such as `{site}`
 * are replaced.
 */
export interface PageTexts {
  /** The button of forms, and a title where the application has no name. */
  readonly signIn: string;
  /** The title of the sign-in page; `{site}` is the application's name. */
  readonly signInTo: string;
  /** The button of an OAuth provider, whose name is a company or a product. */
  readonly continueWith: string;
  /** Marks the button that this browser signed in with last. */
  readonly lastUsed: string;
  /** Between the buttons and the form. */
  readonly or: string;
  /** Label of the field for an address. */
  readonly emailAddress: string;
  /** Label of the field for a user name. */
  readonly username: string;
  /** Label of the field for a password. */
  readonly password: string;
  /** Label of the field for a code. */
  readonly code: string;
  /** Name of the button that shows a password. */
  readonly showPassword: string;
  /** Name of the same button while the password is shown. */
  readonly hidePassword: string;
  /** The button that requests a mail. */
  readonly sendLink: string;
  /** The button that signs in with a passkey. */
  readonly signInWithPasskey: string;
  /** The button that signs up with a passkey. */
  readonly createPasskey: string;
  /** In place of the passkey buttons, in a browser without scripts. */
  readonly passkeysNeedJavaScript: string;
  /** In place of a sign-in page's buttons, if no provider is configured. */
  readonly noWayToSignIn: string;
  /** After a wrong password; never says which of the two was wrong. */
  readonly wrongEmailOrPassword: string;
  /** The same, if the form asks for a user name. */
  readonly wrongUsernameOrPassword: string;

  /** The title of the sign-in page for a visitor who is signed in. */
  readonly youAreSignedIn: string;
  /** The button that leads on; `{site}` is the application's name. */
  readonly continueTo: string;
  /** The button that leads to the ways to sign in. */
  readonly useAnotherAccount: string;

  /** The title of the page before something that needs a fresh sign-in. */
  readonly confirmItsYou: string;
  /** The sentence below it. */
  readonly signInAgainToContinue: string;

  /** The title of the page after a mail was requested. */
  readonly checkYourEmail: string;
  /** Without the address, for any other browser than the one that asked. */
  readonly linkSent: string;
  /** `{duration}` is a number with its unit, such as "10 minutes". */
  readonly linkAndCodeSentTo: string;
  /** The sender of the mail, for who looks for it. */
  readonly emailComesFrom: string;
  /** Label of the field for the code of a mail. */
  readonly eightDigitCode: string;
  /** The button that sends the mail again. */
  readonly sendAgain: string;
  /** Counts down; `{seconds}` is a number. */
  readonly sendAgainIn: string;
  /** The link back to the sign-in page. */
  readonly useAnotherAddress: string;
  /** The title and the button of pages that verify an address. */
  readonly confirmEmailAddress: string;

  /** The title of the page for a link opened in another browser. */
  readonly signInOnThisDevice: string;
  /** Says why the page asks. */
  readonly linkOpenedElsewhere: string;
  /** Warns of a link that an attacker sent. */
  readonly linkFromSomeoneElse: string;
  /** The button that does not sign in. */
  readonly cancel: string;
  /** Shows the code of a link that verifies an address. */
  readonly enterCodeToConfirm: string;
  /** Warns of a code that an attacker asked for. */
  readonly keepCodeToYourself: string;

  /** The title of the page for an address that another way in already uses. */
  readonly youHaveAnAccount: string;
  /** Below it; `{email}` is the address. */
  readonly signInAsBefore: string;
  /** Says what the button below it does. */
  readonly neverSignedInThatWay: string;
  /** The button that gives up the other ways in. */
  readonly removeOtherWays: string;

  /** The title of the sign-out page. */
  readonly signOutOf: string;
  /** The button that signs out. */
  readonly signOut: string;
  /** The button that does not. */
  readonly staySignedIn: string;
  /** The title of the page after it. */
  readonly youAreSignedOut: string;
  /** The button of that page. */
  readonly signInAgain: string;
  /** The link to the application; `{site}` is its name. */
  readonly backTo: string;

  /** The title if trying again may help. */
  readonly signInDidntFinish: string;
  /** The title if trying again would not help. */
  readonly somethingWentWrong: string;
  /** The title for a link that has expired. */
  readonly linkHasExpired: string;
  /** The title for a link that was used. */
  readonly linkWasUsed: string;
  /** The title if a user may not sign in, or see a page. */
  readonly noAccess: string;
  /** Puts an error before the title of a browser's tab. */
  readonly errorTitle: string;
  /** The button that leads to the sign-in page. */
  readonly tryAgain: string;
  /** The same, for one provider. */
  readonly tryAgainWith: string;
  /** The link to the other ways to sign in. */
  readonly signInAnotherWay: string;
  /** The button that sends another link. */
  readonly sendNewLink: string;
  /** The link for help. */
  readonly contactSupport: string;
  /** The label of the number that support finds the log line by. */
  readonly reference: string;
  /** Where a sign-in leads; `{target}` is an address of the site. */
  readonly youllGoOnTo: string;
  /** Above the list of other ways, after too many attempts. */
  readonly otherWaysToSignIn: string;
  /** In that list: a browser with attempts of its own. */
  readonly useKnownBrowser: string;

  /** The title of the page after a passkey was added. */
  readonly passkeyAdded: string;
  /** The sentence below it. */
  readonly passkeyAddedHint: string;
  /** The title of the page after a passkey was removed. */
  readonly passkeyRemoved: string;
  /** The sentence below it. */
  readonly passkeyRemovedHint: string;

  /** The page that leaves for a provider. */
  readonly leavingFor: string;
  /** The button of that page, if the browser does not leave by itself. */
  readonly continue: string;
  /** For a signed-in user who may not see a page of the application. */
  readonly forbidden: string;

  /** The link to `theme.links.terms`. */
  readonly terms: string;
  /** The link to `theme.links.privacy`. */
  readonly privacy: string;
  /** The link to `theme.links.help`. */
  readonly help: string;
}

/** All texts of the built-in pages in one language. */
export interface PageWords extends PageTexts {
  /**
   * Messages of the passkey script, by the name of the browser's error or else
   * by operation.
   */
  readonly passkeyProblems: PasskeyProblems;
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
