import type { ErrorText } from "./error_text.ts";

/** The sentences about a password that cannot be chosen. */
export const INVALID_PASSWORD = {
  hint: "A new password does not meet the rules; the code says which.",
  sentence: "This password can’t be used. Choose another one.",
  codes: {
    too_short: "This password is too short. Choose a longer one.",
    too_long: "This password is too long. Choose a shorter one.",
    invalid_character:
      "This password has a character that can’t be used. Choose another one.",
  },
} satisfies ErrorText;
