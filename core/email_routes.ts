/**
 * The routes of e-mail, loaded when somebody first signs in that way.
 *
 * @module
 */

export { requestMail } from "./actions/ask_for_mail.ts";
export { verifyEmail } from "./actions/verify_email.ts";
export { openMailLink, redeemMail } from "./actions/redeem_mail.ts";
