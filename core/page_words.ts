/** What the sign-in page says, in one language. `{name}` is put in. */
export interface PageWords {
  readonly title: string;
  /** On the button of a provider. */
  readonly withProvider: string;
  readonly nothing: string;
  readonly email: string;
  readonly usePasskey: string;
  readonly createPasskey: string;
  readonly noScript: string;
  /** What the script of passkeys says: by the name of the browser's error, else by what was wanted. */
  readonly passkeyProblems: PasskeyProblems;
}

/** Sentences for what goes wrong in the browser (WebAuthn sections 5.1.3 and 5.1.4). */
export interface PasskeyProblems {
  readonly InvalidStateError: string;
  readonly NotAllowedError: string;
  readonly SecurityError: string;
  readonly register: string;
  readonly authenticate: string;
}

/** The sign-in page's language. */
export interface PageLanguage {
  /** Its code (RFC 5646). */
  readonly tag: string;
  readonly words: PageWords;
}

/** What stands on the button of a provider. */
export function toLabel({ withProvider }: PageWords, name: string): string {
  return withProvider.replace("{name}", () => name);
}

/** What is said where nothing else is preferred. */
export const ENGLISH: PageLanguage = {
  tag: "en",
  words: {
    title: "Sign in",
    withProvider: "Sign in with {name}",
    nothing: "There is no way to sign in yet.",
    email: "E-mail address",
    usePasskey: "Sign in with a passkey",
    createPasskey: "Create a passkey",
    noScript: "Passkeys need JavaScript.",
    passkeyProblems: {
      InvalidStateError: "This device has a passkey for you already.",
      NotAllowedError:
        "No passkey was chosen, or it took too long. Please try again.",
      SecurityError: "Passkeys do not work at this address.",
      register: "No passkey could be created. Please try again.",
      authenticate: "The passkey could not be used. Please try again.",
    },
  },
};
