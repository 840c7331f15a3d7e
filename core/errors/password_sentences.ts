import type { ErrorText } from "./error_text.ts";

/** The sentences about a password that cannot be chosen. */
export const INVALID_PASSWORD = {
  hint: "A new password does not meet the rules; the code says which.",
  sentence: "This password can’t be used. Choose another one.",
  codes: {
    short: "This password is too short. Choose a longer one.",
    long: "This password is too long. Choose a shorter one.",
    unusable:
      "This password has a character that can’t be used. Choose another one.",
    common:
      "This password is among the first that attackers try. Choose another one.",
    personal:
      "This password is too close to your name, your address or this site. Choose another one.",
    breached:
      "This password has appeared in a data leak of another site. Choose another one.",
  },
} satisfies ErrorText;

/** The sentences about a field of a new user. */
export const INVALID_FIELD = {
  hint: "A field of a sign-up is missing, too long, or its schema refused it.",
  sentence: "Check this field, then try again.",
} satisfies ErrorText;
