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
  othersWereSignedOut:
    "You’re still signed in here. Your other devices are signed out.",
};
