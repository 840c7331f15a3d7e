/** The texts of the pages about passwords that the adapter stores. */
export interface PasswordWords {
  /** The link to the page that signs up. */
  readonly createAccount: string;
  /** The title of that page; `{site}` is the application's name. */
  readonly createAccountAt: string;
  /** What that page asks for. */
  readonly signUpHint: string;
  /** The title of that page if only people with an invitation can sign up. */
  readonly byInvitation: string;
  /** Below that title. */
  readonly byInvitationHint: string;
  /** The link to the page for a forgotten password, and its title. */
  readonly forgotPassword: string;
  /** What that page asks for. */
  readonly resetHint: string;
  /** The button of that page. */
  readonly sendEmail: string;
  /** The page after a link that no longer works. */
  readonly linkIsDead: string;
  /** The page after a mail was requested; `{duration}` is a number with its unit. */
  readonly emailSentTo: string;
  /** The title of the page that asks for the first password. */
  readonly choosePassword: string;
  /** The same, for a password that replaces another. */
  readonly chooseNewPassword: string;
  /** The label of its field. */
  readonly newPassword: string;
  /** Below that field; `{count}` is a number of at least 8. */
  readonly passwordRule: string;
  /** The label of the field for the name of a person. */
  readonly name: string;
  /** The button that creates the account. */
  readonly createAccountNow: string;
  /** The button that stores another password. */
  readonly saveAndSignIn: string;
}

/** The texts in English. */
export const PASSWORD_WORDS: PasswordWords = {
  createAccount: "Create an account",
  createAccountAt: "Create your {site} account",
  signUpHint:
    "Enter your email address. We’ll send you an email to continue with.",
  byInvitation: "You need an invitation",
  byInvitationHint:
    "Only people with an invitation can create an account for {site}. Have one? Open the link in your email.",
  forgotPassword: "Forgot your password?",
  resetHint:
    "Enter your email address. We’ll send you an email to choose a new password with.",
  sendEmail: "Send email",
  linkIsDead:
    "Links and codes work once and for a limited time. We can send you new ones.",
  emailSentTo:
    "We sent an email to {email}. Open its link or enter its code within {duration}.",
  choosePassword: "Choose a password",
  chooseNewPassword: "Choose a new password",
  newPassword: "New password",
  name: "Name",
  passwordRule:
    "At least {count} characters. A few words that only you would put together are easy to remember.",
  createAccountNow: "Create account",
  saveAndSignIn: "Save and sign in",
};
