/** Messages for errors in the browser (WebAuthn sections 5.1.3 and 5.1.4). */
export interface PasskeyProblems {
  /** The device already has a passkey for the account. */
  readonly InvalidStateError: string;
  /** No passkey was chosen, or it took too long. */
  readonly NotAllowedError: string;
  /** The page has an address for which passkeys are not made. */
  readonly SecurityError: string;
  /** Any other failure to create a passkey. */
  readonly register: string;
  /** Any other failure to sign in with one. */
  readonly authenticate: string;
}

/** The script's default messages, if its page has none in another language. */
export const PASSKEY_PROBLEMS: PasskeyProblems = {
  InvalidStateError: "This device already has a passkey for you.",
  NotAllowedError: "No passkey was chosen, or it took too long. Try again.",
  SecurityError: "Passkeys don’t work at this address.",
  register: "We couldn’t create a passkey. Try again.",
  authenticate: "We couldn’t use this passkey. Try again.",
};
