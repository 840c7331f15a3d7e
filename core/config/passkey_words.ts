/** Messages for errors in the browser (WebAuthn sections 5.1.3 and 5.1.4). */
export interface PasskeyProblems {
  /** The device has a passkey of this user. */
  readonly InvalidStateError: string;
  /** The user chose no passkey, or it took too long. */
  readonly NotAllowedError: string;
  /** The page's address is not one for passkeys. */
  readonly SecurityError: string;
  /** Any other error while a passkey is created. */
  readonly register: string;
  /** Any other error while one is used. */
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
