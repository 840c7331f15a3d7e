/**
 * The e-mail routes, loaded at the first sign-in by e-mail.
 *
 * @module
 */

export { requestMail } from "../actions/email/ask_for_mail.ts";
export { verifyEmail } from "../actions/email/verify_email.ts";
export { openMailLink, redeemMail } from "../actions/email/redeem_mail.ts";
