/** The texts of one kind of notice. */
export interface NoticeWords {
  /** The subject, too. */
  readonly title: string;
  /** What else the reader should know. */
  readonly more?: string;
  /** What to do if it was somebody else, where it is not to choose a new password. */
  readonly advice?: string;
  /** The same on a site without passwords, where it is not to check the passkeys. */
  readonly signInAdvice?: string;
  /** The button below it. */
  readonly button?: string;
}

/** The mails about changes to an account: what happened, when, and from where. */
export interface NoticeMails {
  readonly passwordChanged: NoticeWords;
  /** The account had no password before. */
  readonly passwordSet: NoticeWords;
  readonly passwordRemoved: NoticeWords;
  /** To the new address. */
  readonly addressChanged: NoticeWords;
  /** To the old address; `{address}` is the new one. */
  readonly addressLeft: NoticeWords;
  /** To the new address, with the link that confirms it. */
  readonly addressWanted: NoticeWords;
  /** To the owner of an address that the user of another account wanted to have. */
  readonly addressTaken: NoticeWords;
  /** An authenticator app. */
  readonly factorAdded: NoticeWords;
  readonly factorRemoved: NoticeWords;
  /** `{left}` is the number of codes that are left. */
  readonly recoveryCodeUsed: NoticeWords;
  readonly recoveryCodesRenewed: NoticeWords;
  readonly wrongCodes: NoticeWords;
  /** An administrator removed the second factors; nobody knows the device. */
  readonly factorsReset: NoticeWords;
  readonly accountDeleted: NoticeWords;
  readonly passkeyAdded: NoticeWords;
  readonly passkeyRemoved: NoticeWords;
  /** The application created it, so nobody knows the device. */
  readonly personalTokenCreated: NoticeWords;
  /** When and from where, in one sentence. */
  readonly when: string;
  /** The same without a device. */
  readonly whenOnly: string;
  /** What to do if it was somebody else. */
  readonly advice: string;
  /** The same on a site without passwords, where passkeys change. */
  readonly signInAdvice: string;
  /** The button below it. */
  readonly button: string;
  /** Why the reader gets this mail. */
  readonly reason: string;
}

/** The notices in English. */
export const EN_NOTICES: NoticeMails = {
  passwordChanged: { title: "Your {site} password was changed" },
  passwordSet: { title: "Your {site} account has a password now" },
  passwordRemoved: { title: "Your {site} password was removed" },
  addressChanged: {
    title: "This is now the address of your {site} account",
    more: "Use it the next time you sign in.",
  },
  addressLeft: {
    title: "The email address of your {site} account was changed",
    more: "It’s now {address}.",
    advice:
      "If it wasn’t you, undo the change. You can for 7 days. Everyone is signed out, and you choose a new password.",
    button: "Undo the change",
  },
  addressWanted: {
    title: "Confirm your new email address for {site}",
    more: "You asked for it to be the address of your account.",
    advice: "The link works once, for {duration}.",
  },
  addressTaken: {
    title: "This address already has a {site} account",
    more:
      "Someone signed in to another account and tried to use this address for it. Nothing was changed.",
  },
  factorAdded: {
    title: "An authenticator app was added to your {site} account",
  },
  factorRemoved: {
    title: "An authenticator app was removed from your {site} account",
  },
  recoveryCodeUsed: {
    title: "A recovery code of your {site} account was used",
    more: "Codes left: {left}.",
  },
  recoveryCodesRenewed: {
    title: "Your {site} account has new recovery codes",
    more: "The old ones no longer work.",
  },
  wrongCodes: {
    title: "Many wrong codes for your {site} account",
    more: "Someone got past the first step of signing in, but not the second.",
  },
  factorsReset: {
    title: "Two-step sign-in is off for your {site} account",
    more:
      "We removed your authenticator app and your recovery codes. You can set them up again after you sign in.",
  },
  accountDeleted: {
    title: "Your {site} account was deleted",
    more: "Everything that belonged to it is gone.",
  },
  passkeyAdded: {
    title: "A passkey was added to your {site} account",
    advice:
      "If it wasn’t you, choose a new password now. Everyone is signed out when you do. Then remove the passkey.",
  },
  passkeyRemoved: { title: "A passkey was removed from your {site} account" },
  personalTokenCreated: {
    title: "An access token was created for your {site} account",
    more: "A program that has it can use your account without signing in.",
    advice:
      "If it wasn’t you, choose a new password now. Everyone is signed out when you do. Then revoke the token.",
    signInAdvice: "If it wasn’t you, sign in now and revoke the token.",
  },
  when: "This was on {time}, from {device}.",
  whenOnly: "This was on {time}.",
  advice:
    "If it wasn’t you, choose a new password now. Everyone is signed out when you do.",
  signInAdvice: "If it wasn’t you, sign in now and check your passkeys.",
  button: "This wasn’t me",
  reason: "We send this email whenever the security of your account changes.",
};
