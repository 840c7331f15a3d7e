/** The texts of the pages on which users change their account. */
export interface AccountWords {
  /** The title of the page that changes a password. */
  readonly changePassword: string;
  /** The same, for a user who has none. */
  readonly setPassword: string;
  /** Below these titles. */
  readonly othersAreSignedOut: string;
  /** The label of the field for the password that is replaced. */
  readonly currentPassword: string;
  /** The button of the page. */
  readonly savePassword: string;
  /** After a wrong one. */
  readonly wrongPassword: string;
  /** The button that removes the password. */
  readonly removePassword: string;
  /** The title after the password was changed. */
  readonly passwordChanged: string;
  /** The title after the first password was set. */
  readonly passwordSet: string;
  /** The title after the password was removed. */
  readonly passwordRemoved: string;
  /** Below that title. */
  readonly otherWaysStay: string;
  /** The title of the page that changes an address. */
  readonly changeEmail: string;
  /** Below that title. */
  readonly changeEmailHint: string;
  /** The label of the field. */
  readonly newEmail: string;
  /** The title after the mail was sent. */
  readonly emailSent: string;
  /** Below that title. */
  readonly emailSentHint: string;
  /** The title of the page for the link of that mail. */
  readonly confirmEmail: string;
  /** Below that title. */
  readonly confirmEmailHint: string;
  /** The title after the address was changed. */
  readonly emailChanged: string;
  /** The title of the page for the link that undoes it. */
  readonly undoEmail: string;
  /** Below that title. */
  readonly undoEmailHint: string;
  /** The button of that page. */
  readonly undoEmailNow: string;
  /** The title of the page for a link that no longer works. */
  readonly emailLinkDead: string;
  /** Below that title. */
  readonly emailLinkDeadHint: string;
  /** Below the other titles. */
  readonly othersWereSignedOut: string;
}

/** The texts in English. */
export const ACCOUNT_WORDS: AccountWords = {
  changePassword: "Change your password",
  setPassword: "Set a password",
  othersAreSignedOut:
    "You stay signed in here. Your other devices are signed out.",
  currentPassword: "Current password",
  savePassword: "Save password",
  wrongPassword: "That’s not your current password. Try again.",
  removePassword: "Remove password",
  passwordChanged: "Password changed",
  passwordSet: "Password set",
  passwordRemoved: "Password removed",
  otherWaysStay: "You can still sign in the other ways you’ve set up.",
  changeEmail: "Change your email address",
  changeEmailHint: "We’ll send an email to the new address to confirm it.",
  newEmail: "New email address",
  emailSent: "Check your new address",
  emailSentHint:
    "We sent an email there. Open its link within 30 minutes, in a browser where you’re signed in.",
  confirmEmail: "Confirm your new address",
  confirmEmailHint: "It takes the place of the address you have now.",
  emailChanged: "Email address changed",
  undoEmail: "Restore your email address",
  undoEmailHint:
    "This becomes your address again, all devices are signed out, and you choose a new password.",
  undoEmailNow: "Restore address",
  emailLinkDead: "This link no longer works",
  emailLinkDeadHint:
    "It was used, it’s too old, or your address has changed since.",
  othersWereSignedOut:
    "You’re still signed in here. Your other devices are signed out.",
};
