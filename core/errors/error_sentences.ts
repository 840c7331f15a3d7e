/**
 * The sentences that visitors read for each type of error, in English, and the
 * hints for the operator. Other languages are in `pages/languages/`.
 *
 * @module
 */

import type { ErrorType, PublicErrorType } from "./error_table.ts";
import type { ErrorText } from "./error_text.ts";
import { VERIFICATION } from "./mail_sentences.ts";
import { INVALID_FIELD, INVALID_PASSWORD } from "./password_sentences.ts";
import { type AuthError, isCode } from "./errors.ts";
import { SECOND_FACTOR } from "./factor_sentences.ts";

const SERVER =
  "Sign-in isn’t working right now, and trying again won’t help. Contact us and we’ll look into it.";

const texts = {
  AccessDenied: {
    hint: "The signIn callback returned false or threw: see the cause.",
    sentence: "You don’t have permission to sign in.",
    codes: {
      invitation: "You need an invitation to create an account.",
    },
  },
  AccountNotLinked: {
    hint:
      "A new passkey creates a new user, but the address already belongs to a user and was not proved.",
    sentence:
      "There’s already an account with this email address. Sign in the way you did before, then add a passkey.",
    codes: {
      // Does not reveal the owner.
      in_use: "This passkey already belongs to another account.",
    },
  },
  AdapterError: {
    sentence: "We can’t sign you in right now. Try again in a moment.",
  },
  AuthError: { sentence: SERVER },
  CallbackRouteError: { sentence: SERVER },
  Configuration: { sentence: SERVER },
  ConsentRequired: { sentence: SERVER },
  CredentialsSignin: {
    hint: "The authorize callback returned no user, or threw this error.",
    sentence: "These details don’t match an account. Check them and try again.",
    hostCode: "credentials",
  },
  CrossSiteRequest: {
    hint:
      "Visitors have to be at the public origin: make AUTH_URL (or `origin`) what people type, scheme included, or redirect them there. Behind a proxy, set AUTH_URL or make the framework trust the proxy; behind a development server's proxy, AUTH_URL is the address of the development server. A page of yours on another origin of the same site belongs into `cors.origins`.",
    sentence:
      "This request came from another site, so we refused it. Open this site and try again.",
  },
  EmailSignInError: {
    hint:
      "The mail transport failed; the cause names its error codes. Its words are left out: they may hold its password.",
    sentence: "We couldn’t send the email. Try again in a moment.",
    codes: {
      late:
        "The email is taking longer than usual. If it arrives, it works. If not, try again.",
      unsure:
        "The email may not have been sent. If it arrives, it works. If not, try again.",
    },
  },
  EventError: { sentence: SERVER },
  InsufficientAuthentication: {
    hint: "A page asks for more than a sign-in proved: docs/step-up.md.",
    sentence: "Sign in again to continue.",
    codes: {
      other_user:
        "You signed in with a different account. Nothing has changed.",
      unproved:
        "This sign-in isn’t recent or secure enough for this page. Try another way.",
      no_way: "None of your ways to sign in is secure enough for this page.",
    },
  },
  InvalidAddress: {
    hint: "Quotes, comments, lists, and domains without a dot are refused.",
    sentence: "Enter one email address, like name@example.com.",
  },
  InvalidCheck: {
    hint:
      "The callback's state names no valid attempt of this browser: an old tab, a second use, or a lost cookie. If it happens to all visitors, compare AUTH_URL and `cookies` with the address in the browser, and the secrets of all processes.",
    sentence:
      "This sign-in took too long or began in another browser. Sign in again.",
  },
  InvalidField: INVALID_FIELD,
  InvalidPassword: INVALID_PASSWORD,
  InvalidProvider: {
    hint: "The provider id in the path is not configured.",
    sentence: "This page doesn’t exist.",
  },
  InvalidRequest: {
    hint: "The body or the query is malformed.",
    sentence: "We couldn’t read this request.",
  },
  LastAccount: {
    hint: "Removing it would leave this user without a sign-in method.",
    sentence:
      "This is your only way to sign in. Add another one before you remove it.",
  },
  MethodNotAllowed: {
    hint: "The Allow header lists the methods of this path.",
    sentence: "This page can’t be opened this way.",
  },
  MissingCSRF: {
    hint:
      "A form of your own takes its token from csrfToken(req). If it happens to all visitors, compare AUTH_URL and `cookies` with the address in the browser, and the secrets of all processes.",
    sentence: "This form was out of date. Try again.",
  },
  NotConnected: { sentence: SERVER },
  OAuthAccountNotLinked: {
    hint: "The rules of linking are in docs/users.md.",
    sentence:
      "There’s already an account with this email address. Sign in the way you did before, then add this one.",
    codes: {
      in_use: "This account is already connected to another user.",
      other_account:
        "You chose a different account. Choose the one that’s connected here.",
      unverified:
        "There’s already an account with this email address, but the address isn’t confirmed yet. Sign in the way you did before, in this browser, to confirm it.",
    },
  },
  OAuthCallbackError: {
    hint:
      "The cause holds the provider's error, or the check that its answer failed.",
    sentence:
      "The sign-in service reported a problem, or we couldn’t verify its answer. Try again.",
    codes: {
      access_denied: "Sign-in was canceled. Nothing has changed.",
      login_required: "Sign in to the sign-in service first.",
      interaction_required:
        "The sign-in service needs something else from you first.",
      consent_required: "The sign-in service needs your consent first.",
      account_selection_required: "Choose an account first.",
      server_error: "The sign-in service has a problem. Try again in a moment.",
      temporarily_unavailable:
        "The sign-in service is busy. Try again in a moment.",
      expired: "Sign-in took too long. Sign in again.",
    },
  },
  OAuthProfileParseError: {
    hint: "The provider's profile callback threw or returned no id.",
    sentence: SERVER,
  },
  Overloaded: {
    hint:
      "More passwords are being hashed than this process can handle. If nobody is guessing (see docs/limits.md), it needs more cores, or more processes.",
    sentence: "We can’t sign you in right now. Try again in a moment.",
  },
  PayloadTooLarge: {
    hint: "Bodies are read up to 64 kB.",
    sentence: "This request is too large.",
  },
  ProviderUnavailable: {
    hint:
      "A request to the provider failed, took too long, or gave an unusable answer; the cause says which.",
    sentence: "We can’t reach the sign-in service. Try again in a moment.",
  },
  RateLimited: {
    hint:
      "More attempts from one address, or at one account, than `limits` allows; docs/limits.md says how they are counted.",
    sentence: "Too many attempts. Wait a moment, then try again.",
  },
  ReauthenticationRequired: { sentence: SERVER },
  SecondFactorError: SECOND_FACTOR,
  SessionError: {
    hint: "The jwt or session callback threw; the session is kept.",
    sentence: SERVER,
  },
  SessionTooLarge: {
    hint: "Put less into the session: the message names the biggest claim.",
    sentence: SERVER,
  },
  SignInError: {
    hint: "Code of the application threw this error.",
    sentence: "We couldn’t sign you in. Try again.",
  },
  SignInRequired: {
    hint: "Only a signed-in user can add and remove ways to sign in.",
    sentence: "Sign in to continue.",
    codes: { fresh: "Sign in again to continue." },
  },
  SignOutError: {
    hint:
      "The store refused the revocation, so a copied cookie could have lived on.",
    sentence: "We couldn’t sign you out. Try again.",
  },
  StoreError: {
    sentence: "We can’t sign you in right now. Try again in a moment.",
  },
  UnknownAction: {
    hint: "No route has this path.",
    sentence: "This page doesn’t exist.",
  },
  UntrustedHost: {
    hint:
      "Set AUTH_URL (or `origin`) to the public origin, or list the host in `trustHost`.",
    sentence: "This site can’t be reached at this address.",
  },
  Verification: VERIFICATION,
  WebAuthnVerificationError: {
    hint:
      "The message says which check failed. Unexpected origins and domains mean that AUTH_URL (or `origin`, or `relyingParty`) is not what people type.",
    sentence:
      "We couldn’t verify this passkey. Try again, or sign in another way.",
  },
} satisfies Readonly<Record<ErrorType, ErrorText>>;

/** The sentences of each type of error; TypeScript requires them to be complete. */
export const errorTexts: Readonly<Record<ErrorType, ErrorText>> = texts;

/** The key of every sentence that a visitor may read: a type, optionally followed by a space and a code. Types that are not public use `Configuration`. */
export type SentenceKey = {
  [T in PublicErrorType]: T | `${T} ${CodeOf<typeof texts[T]>}`;
}[PublicErrorType];

type CodeOf<T> = T extends { readonly codes: infer C } ? keyof C & string
  : never;
/** Returns the code to show to the browser: one from the table, because a provider can send anything, or the application's own if the type allows it. */
export function toPublicCode(error: AuthError): string | null {
  const { code } = error;
  const { codes = {}, hostCode = null } = findErrorText(error);
  if (code !== undefined && Object.hasOwn(codes, code)) return code;
  return hostCode !== null && isCode(code) ? code : hostCode;
}

/** Returns the English sentence of an error: that of its public code, else that of its type. */
export function toSentence(error: AuthError): string {
  const { codes = {}, sentence } = findErrorText(error);
  // The application's own codes have no sentence, even one named "constructor".
  const code = toPublicCode(error) ?? "";
  return Object.hasOwn(codes, code) ? codes[code] ?? sentence : sentence;
}

/** Returns the texts of an error, whichever copy of the library threw it. */
export function findErrorText({ type }: AuthError): ErrorText {
  return Object.hasOwn(errorTexts, type)
    ? errorTexts[type]
    : errorTexts.AuthError;
}
