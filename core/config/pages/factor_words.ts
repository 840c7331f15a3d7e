/** The texts of the pages about second factors, and their placeholders. */
export interface FactorWords {
  /** The title of the page that asks for a code. */
  readonly enterCode: string;
  readonly openYourApp: string;
  readonly sixDigitCode: string;
  readonly rememberBrowser: string;
  readonly useRecoveryCode: string;
  readonly enterRecoveryCode: string;
  readonly recoveryCodeHint: string;
  readonly recoveryCode: string;
  readonly useApp: string;
  /** The title of the page that only takes a passkey. */
  readonly usePasskey: string;
  readonly passkeyHint: string;
  /** The title of the page that sets an app up. */
  readonly setUp: string;
  readonly setUpHint: string;
  /** Describes the picture. */
  readonly qrCode: string;
  readonly cannotScan: string;
  readonly openInApp: string;
  readonly codeFromApp: string;
  readonly turnOn: string;
  /** The title of the page with new recovery codes. */
  readonly saveCodes: string;
  readonly saveCodesHint: string;
  readonly download: string;
  readonly savedThem: string;
  /** The title of the user's own page. */
  readonly twoStep: string;
  readonly isOn: string;
  readonly isOff: string;
  readonly authenticatorApps: string;
  readonly authenticatorApp: string;
  /** `{date}` is a day. */
  readonly added: string;
  readonly addApp: string;
  readonly remove: string;
  readonly recoveryCodes: string;
  /** `{count}` and `{all}` are numbers. */
  readonly codesLeft: string;
  readonly makeNewCodes: string;
  readonly rememberedBrowsers: string;
  readonly thisBrowser: string;
  readonly unknownBrowser: string;
  /** `{date}` is a day. */
  readonly lastUsed: string;
  readonly forget: string;
  readonly forgetAll: string;
}

/** The English texts. */
export const FACTOR_WORDS: FactorWords = {
  enterCode: "Enter your code",
  openYourApp: "Your authenticator app shows it.",
  sixDigitCode: "6-digit code",
  rememberBrowser: "Don’t ask again in this browser for 30 days",
  useRecoveryCode: "Use a recovery code",
  enterRecoveryCode: "Enter a recovery code",
  recoveryCodeHint:
    "You saved these codes when you set up two-step sign-in. Each works once.",
  recoveryCode: "Recovery code",
  useApp: "Use your authenticator app",
  usePasskey: "Use your passkey",
  passkeyHint: "Signing in here takes your passkey, too.",
  setUp: "Set up two-step sign-in",
  setUpHint: "Scan this code with an authenticator app on your phone.",
  qrCode: "QR code for your authenticator app",
  cannotScan: "Can’t scan it? Enter this key in the app:",
  openInApp: "Open an app on this device",
  codeFromApp: "Code that the app shows",
  turnOn: "Turn on",
  saveCodes: "Save your recovery codes",
  saveCodesHint:
    "If you lose your phone, each of these codes signs you in once. We can’t show them again.",
  download: "Download",
  savedThem: "I’ve saved them",
  twoStep: "Two-step sign-in",
  isOn: "Signing in takes a code from your phone, too.",
  isOff:
    "Signing in can take a code from your phone, too. Then a stolen password isn’t enough.",
  authenticatorApps: "Authenticator apps",
  authenticatorApp: "Authenticator app",
  added: "Added {date}",
  addApp: "Add another app",
  remove: "Remove",
  recoveryCodes: "Recovery codes",
  codesLeft: "{count} of {all} left",
  makeNewCodes: "Replace",
  rememberedBrowsers: "Remembered browsers",
  thisBrowser: "This browser",
  unknownBrowser: "Unknown browser",
  lastUsed: "Last used {date}",
  forget: "Forget",
  forgetAll: "Forget all",
};
