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
  "Sign-in isn’t working right now, and trying again won’t help. Contact us and we’ll look into it.";

const texts = {
  AccessDenied: {
    sentence: "You don’t have permission to sign in.",
  },
  AccountNotLinked: {
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
    sentence: "These details don’t match an account. Check them and try again.",
    hostCode: "credentials",
  },
  CrossSiteRequest: {
    sentence:
      "This request came from another site, so we refused it. Open this site and try again.",
  },
  EmailSignInError: {
    sentence: "We couldn’t send the email. Try again in a moment.",
    codes: {
      late:
        "The email is taking longer than usual. If it arrives, it works. If not, try again.",
      unsure:
        "The email may not have been sent. If it arrives, it works. If not, try again.",
    },
  },
  EventError: {
    sentence: SERVER,
  },
  InvalidAddress: {
    sentence: "Enter one email address, like name@example.com.",
  },
  InvalidCheck: {
    sentence:
      "This sign-in took too long or began in another browser. Sign in again.",
  },
  InvalidProvider: {
    sentence: "This page doesn’t exist.",
  },
  InvalidRequest: {
    sentence: "We couldn’t read this request.",
  },
  LastAccount: {
    sentence:
      "This is your only way to sign in. Add another one before you remove it.",
  },
  MethodNotAllowed: {
    sentence: "This page can’t be opened this way.",
  },
  MissingCSRF: {
    sentence: "This form was out of date. Try again.",
  },
  OAuthAccountNotLinked: {
    sentence:
      "There’s already an account with this email address. Sign in the way you did before, then add this one.",
    codes: {
      // Does not reveal the owner.
      in_use: "This account is already connected to another user.",
      unverified:
        "There’s already an account with this email address, but the address isn’t confirmed yet. Sign in the way you did before, in this browser, to confirm it.",
    },
  },
  OAuthCallbackError: {
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
    sentence: SERVER,
  },
  Overloaded: {
    sentence: "We can’t sign you in right now. Try again in a moment.",
  },
  PayloadTooLarge: {
    sentence: "This request is too large.",
  },
  ProviderUnavailable: {
    sentence: "We can’t reach the sign-in service. Try again in a moment.",
  },
  RateLimited: {
    sentence: "Too many attempts. Wait a moment, then try again.",
  },
  SessionError: {
    sentence: SERVER,
  },
  SessionTooLarge: {
    sentence: SERVER,
  },
  SignInError: {
    sentence: "We couldn’t sign you in. Try again.",
  },
  SignInRequired: {
    sentence: "Sign in to continue.",
    codes: {
      fresh: "Sign in again to continue.",
    },
  },
  SignOutError: {
    sentence: "We couldn’t sign you out everywhere. Try again.",
  },
  StoreError: {
    sentence: "We can’t sign you in right now. Try again in a moment.",
  },
  UnknownAction: {
    sentence: "This page doesn’t exist.",
  },
  UntrustedHost: {
    sentence: "This site can’t be reached at this address.",
  },
  Verification: {
    sentence:
      "This link or code no longer works. Sign-in links work once and for a limited time.",
    codes: {
      expired:
        "Sign-in links work for a limited time. We can send you a new one.",
      used: "Sign-in links work once. We can send you a new one.",
      wrong_code: "That code isn’t right. Check the email and try again.",
      void: "Too many wrong codes. Ask for a new email.",
      spent:
        "We can’t sign you in right now, and the link or code is used up. Ask for a new email in a moment.",
    },
  },
  WebAuthnVerificationError: {
    sentence:
      "We couldn’t verify this passkey. Try again, or sign in another way.",
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
