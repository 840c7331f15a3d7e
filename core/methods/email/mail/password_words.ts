import type { Purpose } from "./purpose.ts";

/** The texts of the mails about passwords. */
export interface PasswordMails {
  /** A sign-up was asked for. */
  readonly signUp: Purpose;
  /** A sign-up was asked for, but the address has an account. */
  readonly signUpKnown: Purpose;
  /** A new password was asked for. */
  readonly reset: Purpose;
  /** A new password was asked for, but the address has no account, and can have one. */
  readonly resetUnknown: Purpose;
  /** The same, but nobody can sign up: there is no link and no code. */
  readonly resetClosed: Purpose;
  /** The application invites somebody; there is no code. */
  readonly invitation: Purpose;
  /** The same, but the address has an account: the link only leads to the sign-in page. */
  readonly invitationKnown: Purpose;
}

/** The mails about passwords in English. */
export const EN_PASSWORDS: PasswordMails = {
  signUp: {
    title: "Create your {site} account",
    preheader: "Your code is {code}.",
    button: "Continue",
  },
  signUpKnown: {
    title: "You already have a {site} account",
    preheader: "You can sign in, or choose a new password.",
    intro:
      "You asked to create an account, but this address already has one. Sign in as usual. If you forgot your password, choose a new one.",
    button: "Choose a new password",
  },
  reset: {
    title: "Choose a new password for {site}",
    preheader: "Your code is {code}.",
    button: "Choose a new password",
  },
  resetUnknown: {
    title: "There’s no {site} account for this address",
    preheader: "You can create one, or try another address.",
    intro:
      "You asked for a new password, but this address has no account. You may have signed up with another one. Or create an account now.",
    button: "Create an account",
  },
  resetClosed: {
    title: "There’s no {site} account for this address",
    preheader: "You may have signed up with another address.",
    intro:
      "You asked for a new password, but this address has no account. You may have signed up with another one.",
    button: "",
  },
  invitation: {
    title: "You’re invited to {site}",
    preheader: "Create your account.",
    button: "Create your account",
    lasts: "The link works once, for {duration}.",
    asked: "",
    ignore: "If you didn’t expect this invitation, you can safely ignore it.",
  },
  invitationKnown: {
    title: "You’re invited to {site}",
    preheader: "You already have an account.",
    intro: "You already have an account with this address. Sign in as usual.",
    button: "Sign in",
    lasts: "",
    asked: "",
    ignore: "If you didn’t expect this invitation, you can safely ignore it.",
  },
};
