import type { ErrorText } from "./error_text.ts";

/** The sentences about a link or a code that does not work. */
export const VERIFICATION = {
  hint:
    "The token of a mail was wrong, used or expired. If it happens to all visitors: several processes need the same secrets and, without an adapter that keeps tokens, a shared `store`.",
  sentence:
    "This link or code no longer works. Sign-in links work once and for a limited time.",
  codes: {
    expired:
      "Sign-in links work for a limited time. We can send you a new one.",
    used: "Sign-in links work once. We can send you a new one.",
    wrong_code: "That code isn’t right. Check the email and try again.",
    invitation: "Your invitation has expired. Ask for a new one.",
    void: "Too many wrong codes. Ask for a new email.",
    spent:
      "We can’t sign you in right now, and the link or code is used up. Ask for a new email in a moment.",
  },
} satisfies ErrorText;
