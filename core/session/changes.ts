/**
 * The code that starts, renews, rotates and ends sessions that are kept in
 * cookies, as one chunk: see `load.ts`.
 *
 * @module
 */

export { endTokens } from "./end_tokens.ts";
export { rotateToken } from "./rotate_token.ts";
export { startSession } from "./start.ts";
export { writeSession } from "./write_session.ts";
