import { errorTexts, type SentenceKey } from "../../errors/error_sentences.ts";
import { errorTable, type ErrorType } from "../../errors/error_table.ts";
import { FACTOR_WORDS, type FactorWords } from "./factor_words.ts";
import type { PageTexts } from "./page_texts.ts";
import { ACCOUNT_WORDS } from "./account_words.ts";
import { PASSKEY_PROBLEMS } from "./passkey_words.ts";
import { PASSWORD_WORDS } from "./password_words.ts";

/** The texts of the built-in pages in one language. */
export interface PageWords extends PageTexts {
  /** The error messages. */
  readonly errors: Sentences;
  /** The texts of the pages about second factors. */
  readonly factorWords: FactorWords;
}

/** The sentences of the error table in one language. */
export type Sentences = Readonly<Record<SentenceKey, string>>;

/** The language of a page. */
export interface PageLanguage {
  /** Its language tag (RFC 5646). */
  readonly tag: string;
  readonly words: PageWords;
}

/** The default language. */
export const ENGLISH: PageLanguage = {
  tag: "en",
  words: {
    signIn: "Sign in",
    signInTo: "Sign in to {site}",
    continueWith: "Continue with {provider}",
    lastUsed: "Last used",
    or: "or",
    emailAddress: "Email address",
    rememberMe: "Remember me",
    username: "Username",
    password: "Password",
    code: "Code",
    showPassword: "Show password",
    sendLink: "Email me a sign-in link",
    signInWithPasskey: "Sign in with a passkey",
    createPasskey: "Create a passkey",
    passkeysNeedJavaScript: "Passkeys need JavaScript.",
    passkeyProblems: PASSKEY_PROBLEMS,
    passwordWords: PASSWORD_WORDS,
    accountWords: ACCOUNT_WORDS,
    noWayToSignIn: "There’s no way to sign in yet.",
    wrongEmailOrPassword: "Wrong email or password. Check both and try again.",
    wrongUsernameOrPassword:
      "Wrong username or password. Check both and try again.",
    youAreSignedIn: "You’re signed in",
    continueTo: "Continue to {site}",
    useAnotherAccount: "Use another account",
    confirmItsYou: "Confirm it’s you",
    signInAgainToContinue: "Sign in again to continue.",
    checkYourEmail: "Check your email",
    linkSent: "We sent you an email with a sign-in link. Open it to continue.",
    linkAndCodeSentTo:
      "We sent a link and a code to {email}. Both work for {duration}.",
    emailComesFrom: "The email comes from {sender}.",
    eightDigitCode: "8-digit code",
    sendAgain: "Send again",
    sendAgainIn: "Send again in {seconds} s",
    useAnotherAddress: "Use another address",
    confirmEmailAddress: "Confirm your email address",
    signInOnThisDevice: "Sign in on this device?",
    linkOpenedElsewhere:
      "You opened a sign-in link that was requested in another browser.",
    linkFromSomeoneElse:
      "Did someone else send you this link? Don’t sign in. Close this page.",
    cancel: "Cancel",
    enterCodeToConfirm:
      "To confirm {email}, enter this code on the page where you asked for it.",
    keepCodeToYourself:
      "If you didn’t ask for this code, close this page and don’t share it.",
    youHaveAnAccount: "You already have an account",
    signInAsBefore:
      "There’s already an account for {email}. Sign in the way you did before to keep everything in it.",
    neverSignedInThatWay:
      "Never signed in that way? Then someone else used your address. You can remove all other ways to sign in to this account and sign it out on all devices.",
    removeOtherWays: "Remove them and sign in",
    signOutOf: "Sign out of {site}?",
    signOut: "Sign out",
    staySignedIn: "Stay signed in",
    youAreSignedOut: "You’re signed out",
    signInAgain: "Sign in again",
    backTo: "Back to {site}",
    signInDidntFinish: "Sign-in didn’t finish",
    somethingWentWrong: "Something went wrong",
    linkHasExpired: "This link has expired",
    linkWasUsed: "This link was already used",
    noAccess: "You don’t have access",
    errorTitle: "Error: {title}",
    tryAgain: "Try again",
    signInAnotherWay: "Sign in another way",
    sendNewLink: "Email me a new link",
    contactSupport: "Contact support",
    reference: "Reference",
    otherWaysToSignIn: "You can also sign in another way:",
    useKnownBrowser: "Use a browser you’ve signed in with before",
    passkeyAdded: "Passkey added",
    passkeyAddedHint:
      "Next time, sign in with your fingerprint, face, or screen lock.",
    passkeyRemoved: "Passkey removed",
    passkeyRemovedHint:
      "It no longer signs you in here. You can delete it from your device, too.",
    leavingFor: "Taking you to {provider}",
    continue: "Continue",
    forbidden: "You don’t have permission to see this page.",
    continueForm: "Continue where you left off",
    formGoesTo:
      "You’ve signed in again. What you entered will be sent to {page}.",
    formNotSent: "Your form wasn’t sent",
    formNotKept:
      "You need to sign in again first. Nothing was changed. Sign in in a new tab, then come back to this one, go back to your form, and send it again.",
    formOfAnotherUser:
      "This form was filled in by another user. Use that user’s account to send it.",
    formNoLongerKept:
      "What you entered is kept for 10 minutes or until it’s sent, and only in the browser where you entered it. Go back to your form and send it again.",
    formAlreadySent: "Your form was already sent",
    formSentOnce: "Nothing was sent a second time.",
    terms: "Terms",
    privacy: "Privacy",
    help: "Help",
    factorWords: FACTOR_WORDS,
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
