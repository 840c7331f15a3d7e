/** The texts of the pages about second factors, and their placeholders. */
export interface FactorWords {
  /** The title of the page that asks for a code. */
  readonly enterCode: string;
  /** Below that title. */
  readonly openYourApp: string;
  /** The label of its field. */
  readonly sixDigitCode: string;
  /** The box that remembers the browser. */
  readonly rememberBrowser: string;
  /** The link to the page that takes a recovery code. */
  readonly useRecoveryCode: string;
  /** The title of that page. */
  readonly enterRecoveryCode: string;
  /** Below that title. */
  readonly recoveryCodeHint: string;
  /** The label of its field. */
  readonly recoveryCode: string;
  /** The link back to the page that takes a code of the app. */
  readonly useApp: string;
  /** The title of the page that only takes a passkey. */
  readonly usePasskey: string;
  /** Below that title. */
  readonly passkeyHint: string;
  /** The title of the page that sets an app up. */
  readonly setUp: string;
  /** Below that title. */
  readonly setUpHint: string;
  /** Describes the picture. */
  readonly qrCode: string;
  /** Before the key that is typed in place of the picture. */
  readonly cannotScan: string;
  /** The link that opens an app on the same device. */
  readonly openInApp: string;
  /** The label of the field for the first code. */
  readonly codeFromApp: string;
  /** The button of that page. */
  readonly turnOn: string;
  /** The title of the page with new recovery codes. */
  readonly saveCodes: string;
  /** Below that title. */
  readonly saveCodesHint: string;
  /** The link that saves them as a file. */
  readonly download: string;
  /** The button of that page. */
  readonly savedThem: string;
  /** The title of the user's own page. */
  readonly twoStep: string;
  /** Below that title, if the user has a second factor. */
  readonly isOn: string;
  /** Below that title, if the user has none. */
  readonly isOff: string;
  /** The heading of the list of apps. */
  readonly authenticatorApps: string;
  /** An app to which the user gave no name. */
  readonly authenticatorApp: string;
  /** `{date}` is a day. */
  readonly added: string;
  /** The link to the page that sets another app up. */
  readonly addApp: string;
  /** The button beside an app. */
  readonly remove: string;
  /** The heading of the recovery codes. */
  readonly recoveryCodes: string;
  /** `{count}` and `{all}` are numbers. */
  readonly codesLeft: string;
  /** The button that makes new ones. */
  readonly makeNewCodes: string;
  /** The heading of the list of remembered browsers. */
  readonly rememberedBrowsers: string;
  /** The browser that shows the page. */
  readonly thisBrowser: string;
  /** A browser that said nothing of itself. */
  readonly unknownBrowser: string;
  /** `{date}` is a day. */
  readonly lastUsed: string;
  /** The button beside a browser. */
  readonly forget: string;
  /** The button below the list. */
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
