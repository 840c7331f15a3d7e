import type { ErrorText } from "./error_text.ts";

/** The sentences about a second factor that was not proved. */
export const SECOND_FACTOR = {
  hint: "A code was wrong or used already, or the sign-in took too long.",
  sentence:
    "This sign-in took too long or began in another browser. Sign in again.",
  codes: {
    wrong_code:
      "That code isn’t right, or it was used already. Wait for a new one and try again.",
    too_many: "Too many wrong codes. Sign in again.",
    locked:
      "Too many wrong codes for this account today. Use a recovery code, or try again tomorrow.",
  },
} satisfies ErrorText;
