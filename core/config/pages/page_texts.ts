import type { AccountWords } from "./account_words.ts";
import type { PasskeyProblems } from "./passkey_words.ts";
import type { PasswordWords } from "./password_words.ts";

/**
 * The texts of the built-in pages in one language, except the messages of
 * errors: whole sentences, so that a translation never depends on another text.
 * Placeholders such as `{site}` are replaced.
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
  /** In English "Email address". */
  readonly emailAddress: string;
  /** The label of the box that keeps the visitor signed in after the browser was closed. */
  readonly rememberMe: string;
  /** In English "Username". */
  readonly username: string;
  /** In English "Password". */
  readonly password: string;
  /** In English "Code". */
  readonly code: string;
  /** In English "Show password". */
  readonly showPassword: string;
  /** The button that requests a mail. */
  readonly sendLink: string;
  /** In English "Sign in with a passkey". */
  readonly signInWithPasskey: string;
  /** In English "Create a passkey". */
  readonly createPasskey: string;
  /** In English "Passkeys need JavaScript." */
  readonly passkeysNeedJavaScript: string;
  /**
   * Messages of the passkey script, by the name of the browser's error or else
   * by operation.
   */
  readonly passkeyProblems: PasskeyProblems;
  /** The pages about passwords that the adapter stores. */
  readonly passwordWords: PasswordWords;
  /** The pages on which users change their account. */
  readonly accountWords: AccountWords;
  /** In place of a sign-in page's buttons, if no provider is configured. */
  readonly noWayToSignIn: string;
  /** After a wrong password; never says which of the two was wrong. */
  readonly wrongEmailOrPassword: string;
  /** In English "Wrong username or password. Check both and try again." */
  readonly wrongUsernameOrPassword: string;

  /** The title of the sign-in page for a visitor who is signed in. */
  readonly youAreSignedIn: string;
  /** In English "Continue to {site}". */
  readonly continueTo: string;
  /** In English "Use another account". */
  readonly useAnotherAccount: string;

  /** The title of the page before something that needs a fresh sign-in. */
  readonly confirmItsYou: string;
  /** In English "Sign in again to continue." */
  readonly signInAgainToContinue: string;

  /** The title of the page after a mail was requested. */
  readonly checkYourEmail: string;
  /** Without the address, for any browser other than the one that asked. */
  readonly linkSent: string;
  /** `{duration}` is a number with its unit, such as "10 minutes". */
  readonly linkAndCodeSentTo: string;
  /** The sender of the mail, for visitors who search their inbox for it. */
  readonly emailComesFrom: string;
  /** In English "8-digit code". */
  readonly eightDigitCode: string;
  /** In English "Send again". */
  readonly sendAgain: string;
  /** Counts down; `{seconds}` is a number. */
  readonly sendAgainIn: string;
  /** In English "Use another address". */
  readonly useAnotherAddress: string;
  /** The title and the button of pages that verify an address. */
  readonly confirmEmailAddress: string;

  /** The title of the page for a link opened in another browser. */
  readonly signInOnThisDevice: string;
  /** In English "You opened a sign-in link that was requested in another browser." */
  readonly linkOpenedElsewhere: string;
  /** In English "Did someone else send you this link? Don’t sign in. Close this page." */
  readonly linkFromSomeoneElse: string;
  /** In English "Cancel". */
  readonly cancel: string;
  /** Shows the code of a link that verifies an address. */
  readonly enterCodeToConfirm: string;
  /** In English "If you didn’t ask for this code, close this page and don’t share it." */
  readonly keepCodeToYourself: string;

  /**
   * The title of the page for an address that another sign-in method already
   * uses.
   */
  readonly youHaveAnAccount: string;
  /** In English "There’s already an account for {email}. Sign in the way you did before to keep everything in it." */
  readonly signInAsBefore: string;
  /** In English "Never signed in that way? Then someone else used your address. You can remove all other ways to sign in to this account and sign it out on all devices." */
  readonly neverSignedInThatWay: string;
  /** In English "Remove them and sign in". */
  readonly removeOtherWays: string;

  /** The title of the sign-out page. */
  readonly signOutOf: string;
  /** In English "Sign out". */
  readonly signOut: string;
  /** In English "Stay signed in". */
  readonly staySignedIn: string;
  /** In English "You’re signed out". */
  readonly youAreSignedOut: string;
  /** In English "Sign in again". */
  readonly signInAgain: string;
  /** In English "Back to {site}". */
  readonly backTo: string;

  /** Titles of the error page: try again, ask for help, a dead link, no access. */
  readonly signInDidntFinish: string;
  /** In English "Something went wrong". */
  readonly somethingWentWrong: string;
  /** In English "This link has expired". */
  readonly linkHasExpired: string;
  /** In English "This link was already used". */
  readonly linkWasUsed: string;
  /** In English "You don’t have access". */
  readonly noAccess: string;
  /** Puts an error before the title of a browser's tab. */
  readonly errorTitle: string;
  /** In English "Try again". */
  readonly tryAgain: string;
  /** In English "Sign in another way". */
  readonly signInAnotherWay: string;
  /** In English "Email me a new link". */
  readonly sendNewLink: string;
  /** In English "Contact support". */
  readonly contactSupport: string;
  /** The label of the number that support finds the log line by. */
  readonly reference: string;
  /** In English "You can also sign in another way:". */
  readonly otherWaysToSignIn: string;
  /** In English "Use a browser you’ve signed in with before". */
  readonly useKnownBrowser: string;

  /** In English "Passkey added". */
  readonly passkeyAdded: string;
  /** In English "Next time, sign in with your fingerprint, face, or screen lock." */
  readonly passkeyAddedHint: string;
  /** In English "Passkey removed". */
  readonly passkeyRemoved: string;
  /** In English "It no longer signs you in here. You can delete it from your device, too." */
  readonly passkeyRemovedHint: string;

  /** The page that leaves for a provider. */
  readonly leavingFor: string;
  /** In English "Continue". */
  readonly continue: string;
  /** For a signed-in user who may not see a page of the application. */
  readonly forbidden: string;
  /** The title of the page that continues with a kept form. */
  readonly continueForm: string;
  /** `{page}` is a host with a path. */
  readonly formGoesTo: string;
  /** The title of the page for a form that met a guard and is lost unless the visitor goes back. */
  readonly formNotSent: string;
  /** The form could not be kept while its sender signs in. */
  readonly formNotKept: string;
  /** In English "This form was filled in by another user. Use that user’s account to send it." */
  readonly formOfAnotherUser: string;
  /**
   * In English "What you entered is kept for 10 minutes or until it’s sent, and
   * only in the browser where you entered it. Go back to your form and send it
   * again."
   */
  readonly formNoLongerKept: string;
  /** The title of the page for a form that is sent twice. */
  readonly formAlreadySent: string;
  /** In English "Nothing was sent a second time." */
  readonly formSentOnce: string;

  /** The links below each page, if the theme has them. */
  readonly terms: string;
  /** In English "Privacy". */
  readonly privacy: string;
  /** In English "Help". */
  readonly help: string;
}
