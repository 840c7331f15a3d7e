/**
 * The sentences that visitors read for each type of error, in English. Other
 * languages are in `pages/languages/`.
 *
 * @module
 */

import type { ErrorType, PublicErrorType } from "./error_table.ts";
import { type AuthError, isCode } from "./errors.ts";

/** The sentences of one type of error. */
export interface ErrorText {
  /** The sentence for the visitor. */
  readonly sentence: string;
  /** Sentences for particular codes of this type. */
  readonly codes?: Readonly<Record<string, string>>;
  /**
   * Set if the application's own codes may be shown, too; this code replaces
   * malformed ones.
   */
  readonly hostCode?: string;
}

const SERVER =
  "There is a problem with the sign-in of this site. Its operators find the details in the server log.";

const texts = {
  AccessDenied: {
    sentence: "You do not have permission to sign in.",
  },
  AccountNotLinked: {
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
  AuthError: {
    sentence: SERVER,
  },
  CallbackRouteError: {
    sentence: SERVER,
  },
  Configuration: {
    sentence: SERVER,
  },
  CredentialsSignin: {
    sentence: "These details are not right. Please check them and try again.",
    hostCode: "credentials",
  },
  CrossSiteRequest: {
    sentence:
      "This request came from another site and was refused. Open this site and try again.",
  },
  EmailSignInError: {
    sentence: "The mail could not be sent. Please try again in a moment.",
    codes: {
      late:
        "Sending the mail takes long. If it arrives, it works; if not, please try again.",
      unsure:
        "The mail may not have been sent. If it arrives, it works; if not, please try again.",
    },
  },
  EventError: {
    sentence: SERVER,
  },
  InvalidAddress: {
    sentence: "Please enter one e-mail address, like ada@example.com.",
  },
  InvalidCheck: {
    sentence:
      "This sign-in took too long, or it was not started in this browser. Please sign in again.",
  },
  InvalidProvider: {
    sentence: "This page does not exist.",
  },
  InvalidRequest: {
    sentence: "This request could not be understood.",
  },
  LastAccount: {
    sentence:
      "This is your only way to sign in, so it stays. Add another one first.",
  },
  MethodNotAllowed: {
    sentence: "This page cannot be opened this way.",
  },
  MissingCSRF: {
    sentence: "The form was out of date. Please try again.",
  },
  OAuthAccountNotLinked: {
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
    sentence: SERVER,
  },
  Overloaded: {
    sentence: "The service is busy. Please try again in a moment.",
  },
  PayloadTooLarge: {
    sentence: "This request is too large.",
  },
  ProviderUnavailable: {
    sentence: "The sign-in service cannot be reached. Please try again.",
  },
  RateLimited: {
    sentence: "Too many attempts. Please wait a moment and try again.",
  },
  SessionError: {
    sentence: SERVER,
  },
  SessionTooLarge: {
    sentence: SERVER,
  },
  SignInError: {
    sentence: "You could not be signed in. Please try again.",
  },
  SignInRequired: {
    sentence: "Please sign in first.",
    codes: {
      fresh: "To do this, please sign in once more.",
    },
  },
  SignOutError: {
    sentence:
      "You could not be signed out everywhere just now. Please try again.",
  },
  StoreError: {
    sentence: "The service is busy. Please try again in a moment.",
  },
  UnknownAction: {
    sentence: "This page does not exist.",
  },
  UntrustedHost: {
    sentence: "This site cannot be reached under this name.",
  },
  Verification: {
    sentence:
      "This link or code does not work any more: it was used already, or it is too old. Please ask for a new mail.",
    codes: {
      expired: "This link has expired. Ask for a new one.",
      used: "This link has been used already. Ask for a new one.",
      wrong_code: "That is not the code of the mail. Please look again.",
      void: "Too many wrong codes. Please ask for a new mail.",
      spent:
        "The service is busy, and the link or code has been used up. Please ask for a new mail in a moment.",
    },
  },
  WebAuthnVerificationError: {
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

function toText({ type }: AuthError): ErrorText {
  return Object.hasOwn(errorTexts, type)
    ? errorTexts[type]
    : errorTexts.AuthError;
}
