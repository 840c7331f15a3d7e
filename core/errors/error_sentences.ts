/**
 * The sentences that visitors read for each type of error, in English, and the
 * hints for the operator. Other languages are in `pages/languages/`.
 *
 * @module
 */

import type { ErrorType, PublicErrorType } from "./error_table.ts";
import { type AuthError, isCode } from "./errors.ts";

/** The texts of one type of error. */
export interface ErrorText {
  /** Hint for the operator, in the log only, unless `error_table.ts` has it. */
  readonly hint?: string;
  /** The sentence for the visitor. */
  readonly sentence: string;
  /** Sentences for particular codes of this type. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Replaces a malformed code, if the application's own codes may be shown. */
  readonly hostCode?: string;
}

const SERVER =
  "There is a problem with the sign-in of this site. Its operators find the details in the server log.";

const texts = {
  AccessDenied: {
    hint: "The signIn callback gave false or threw; its error is the cause.",
    sentence: "You do not have permission to sign in.",
  },
  AccountNotLinked: {
    hint:
      "A new passkey creates a new user, but the address already belongs to a user and was not proved.",
    sentence:
      "Somebody signs in with this e-mail address already. Please sign in as you did before; then you can add a passkey.",
    codes: {
      // Does not reveal the owner.
      in_use: "This passkey belongs to another user already.",
    },
  },
  AdapterError: {
    sentence: "The service is busy. Please try again in a moment.",
  },
  AuthError: { sentence: SERVER },
  CallbackRouteError: { sentence: SERVER },
  Configuration: { sentence: SERVER },
  CredentialsSignin: {
    hint: "The authorize callback gave no user, or threw it.",
    sentence: "These details are not right. Please check them and try again.",
    hostCode: "credentials",
  },
  CrossSiteRequest: {
    hint:
      "Origin or Sec-Fetch-Site named another origin than the public one. Behind a proxy, set AUTH_URL or make the framework trust the proxy.",
    sentence:
      "This request came from another site and was refused. Open this site and try again.",
  },
  EmailSignInError: {
    hint:
      "The mail transport failed; the cause names its error codes. Its words are left out: they may hold its password.",
    sentence: "The mail could not be sent. Please try again in a moment.",
    codes: {
      late:
        "Sending the mail takes long. If it arrives, it works; if not, please try again.",
      unsure:
        "The mail may not have been sent. If it arrives, it works; if not, please try again.",
    },
  },
  EventError: { sentence: SERVER },
  InvalidAddress: {
    hint:
      "Quoted and commented addresses, lists, and domains without a dot are refused.",
    sentence: "Please enter one e-mail address, like ada@example.com.",
  },
  InvalidCheck: {
    hint:
      "The callback's state names no valid attempt of this browser: an old tab, a second use, or a lost cookie.",
    sentence:
      "This sign-in took too long, or it was not started in this browser. Please sign in again.",
  },
  InvalidProvider: {
    hint: "The provider id in the path is not configured.",
    sentence: "This page does not exist.",
  },
  InvalidRequest: {
    hint: "The body or the query is malformed.",
    sentence: "This request could not be understood.",
  },
  LastAccount: {
    hint: "Removing it would leave this user without a sign-in method.",
    sentence:
      "This is your only way to sign in, so it stays. Add another one first.",
  },
  MethodNotAllowed: {
    hint: "The Allow header lists the methods of this path.",
    sentence: "This page cannot be opened this way.",
  },
  MissingCSRF: {
    hint:
      "The form's csrfToken was missing or did not match the browser's cookie. A form of your own takes its token from csrfToken(req).",
    sentence: "The form was out of date. Please try again.",
  },
  OAuthAccountNotLinked: {
    hint:
      "The account is not linked to the user with this address; docs/users.md says when it would be.",
    sentence:
      "Somebody signs in with this e-mail address in another way. Please sign in as you did before; then you can add this way.",
    codes: {
      // Does not reveal the owner.
      in_use: "This account belongs to another user already.",
      unverified:
        "An account with this e-mail address exists, but the address has not been confirmed yet. Please sign in the way you did before, in this browser, which confirms it.",
    },
  },
  OAuthCallbackError: {
    hint:
      "The cause holds the provider's error, or the check that its answer failed.",
    sentence:
      "The sign-in service reported a problem, or its answer could not be verified. Please try again.",
    codes: {
      access_denied:
        "The sign-in was cancelled, or you were not let in. You can try again.",
      login_required: "Please sign in at the sign-in service first.",
      interaction_required: "The sign-in service needs more from you first.",
      consent_required: "The sign-in service needs your consent first.",
      account_selection_required: "Please choose an account first.",
      server_error: "The sign-in service has a problem. Please try again.",
      temporarily_unavailable:
        "The sign-in service is busy. Please try again in a moment.",
      expired: "The sign-in took too long. Please sign in again.",
    },
  },
  OAuthProfileParseError: {
    hint: "The provider's profile callback threw or gave no id.",
    sentence: SERVER,
  },
  Overloaded: {
    hint:
      "More passwords are being hashed than this process can do. If nobody is guessing (see docs/limits.md), it needs more cores, or more processes.",
    sentence: "The service is busy. Please try again in a moment.",
  },
  PayloadTooLarge: {
    hint: "Bodies are read up to 64 kB.",
    sentence: "This request is too large.",
  },
  ProviderUnavailable: {
    hint:
      "A request to the provider failed, took too long, or gave an unusable answer; the cause says which.",
    sentence: "The sign-in service cannot be reached. Please try again.",
  },
  RateLimited: {
    hint:
      "More attempts from one address, or at one account, than `limits` allows; docs/limits.md says how it counts.",
    sentence: "Too many attempts. Please wait a moment and try again.",
  },
  SessionError: {
    hint: "The jwt or session callback threw; the session is kept.",
    sentence: SERVER,
  },
  SessionTooLarge: {
    hint: "Put less into the session: the message names the biggest claim.",
    sentence: SERVER,
  },
  SignInError: {
    hint: "Code of the host's threw it.",
    sentence: "You could not be signed in. Please try again.",
  },
  SignInRequired: {
    hint: "Ways to sign in are added and removed by who is signed in.",
    sentence: "Please sign in first.",
    codes: {
      fresh: "To do this, please sign in once more.",
    },
  },
  SignOutError: {
    hint:
      "The store refused the revocation, so a copied cookie could have lived on.",
    sentence:
      "You could not be signed out everywhere just now. Please try again.",
  },
  StoreError: {
    sentence: "The service is busy. Please try again in a moment.",
  },
  UnknownAction: {
    hint: "No route has this path.",
    sentence: "This page does not exist.",
  },
  UntrustedHost: {
    hint:
      "Set AUTH_URL (or `origin`) to the public origin, or list the host in `trustHost`.",
    sentence: "This site cannot be reached under this name.",
  },
  Verification: {
    hint:
      "The token of a mail was wrong, used or expired. With several processes and without an adapter that keeps tokens, hand in a shared `store`.",
    sentence:
      "This link or code does not work any more: it was used already, or it is too old. Please ask for a new mail.",
    codes: {
      wrong_code: "That is not the code of the mail. Please look again.",
      void: "Too many wrong codes. Please ask for a new mail.",
      spent:
        "The service is busy, and the link or code has been used up. Please ask for a new mail in a moment.",
    },
  },
  WebAuthnVerificationError: {
    hint:
      "The message says which check failed. Unexpected origins and domains mean that AUTH_URL (or `origin`, or `relyingParty`) is not what people type.",
    sentence:
      "This passkey could not be verified. Please try again, or sign in another way.",
  },
} satisfies Readonly<Record<ErrorType, ErrorText>>;

/** The sentences of each type of error; TypeScript requires them to be complete. */
export const errorTexts: Readonly<Record<ErrorType, ErrorText>> = texts;

/**
 * The key of every sentence that a visitor may read: a type, optionally
 * followed by a space and a code. Types that are not public use
 * `Configuration`.
 */
export type SentenceKey = {
  [T in PublicErrorType]: T | `${T} ${CodeOf<typeof texts[T]>}`;
}[PublicErrorType];

type CodeOf<T> = T extends { readonly codes: infer C } ? keyof C & string
  : never;

/** Returns the code to show to the browser: one from the table, because a provider can send anything, or the application's own if the type allows it. */
export function toPublicCode(error: AuthError): string | null {
  const { code } = error;
  const { codes = {}, hostCode = null } = toText(error);
  if (code !== undefined && Object.hasOwn(codes, code)) return code;
  return hostCode !== null && isCode(code) ? code : hostCode;
}

/** Returns the English sentence of an error: that of its public code, else that of its type. */
export function toSentence(error: AuthError): string {
  const { codes = {}, sentence } = toText(error);
  // The application's own codes have no sentence, even one named "constructor".
  const code = toPublicCode(error) ?? "";
  return Object.hasOwn(codes, code) ? codes[code] ?? sentence : sentence;
}

/** Returns the texts of an error, whichever copy of the library threw it. */
export function toText({ type }: AuthError): ErrorText {
  return Object.hasOwn(errorTexts, type)
    ? errorTexts[type]
    : errorTexts.AuthError;
}
