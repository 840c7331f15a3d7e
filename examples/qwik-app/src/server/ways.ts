import { keepsSessions } from "./auth.ts";
import { mailbox, mailProviders } from "./mail.ts";
import { guestPassword, hasPasswords } from "./passwords.ts";

/** A way to sign in that the environment turns on or off. */
export interface Way {
  name: string;
  text: string;
  /** The variables that turn it on, if it is off. */
  missing?: string;
  inbox?: string;
}

/** Only the server knows its environment. */
export const ways: Way[] = [
  {
    name: "Demo Provider",
    text: "With an account at your OpenID Connect provider.",
  },
  {
    name: "Password",
    text: `As “guest”, with ${guestPassword}.`,
    missing: hasPasswords ? undefined : "GUEST_PASSWORD",
  },
  {
    name: "Email",
    text: "With a link or a code that we send you.",
    missing: mailProviders.length > 0
      ? undefined
      : "EMAIL_SERVER and EMAIL_FROM",
    inbox: mailbox,
  },
  {
    name: "Passkey",
    text: "With your fingerprint, face or screen lock.",
    missing: keepsSessions ? undefined : "DATABASE",
  },
];
