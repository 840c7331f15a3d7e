/** Messages for errors in the browser (WebAuthn sections 5.1.3 and 5.1.4). */
export interface PasskeyProblems {
  readonly InvalidStateError: string;
  readonly NotAllowedError: string;
  readonly SecurityError: string;
  readonly register: string;
  readonly authenticate: string;
}

/** The script's default messages, if its page has none in another language. */
export const PASSKEY_PROBLEMS: PasskeyProblems = {
  InvalidStateError: "This device has a passkey for you already.",
  NotAllowedError:
    "No passkey was chosen, or it took too long. Please try again.",
  SecurityError: "Passkeys do not work at this address.",
  register: "No passkey could be created. Please try again.",
  authenticate: "The passkey could not be used. Please try again.",
};
