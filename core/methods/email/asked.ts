/**
 * The parts that the page after a mail was sent needs, loaded if this browser
 * asked for one.
 *
 * @module
 */

export { findMailAttempt } from "../../attempts/mail_attempt.ts";
export { toPause } from "./again.ts";
