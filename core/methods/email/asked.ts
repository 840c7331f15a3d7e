/**
 * The parts of the page that follows a mail, loaded only if this browser asked
 * for one.
 *
 * @module
 */

export { findMailAttempt } from "../../attempts/mail_attempt.ts";
export { toPause } from "./again.ts";
