/**
 * Everything about sessions that reading one from its cookie does not need:
 * what starts, renews, rotates and ends them, and those in a database. It loads
 * with the first request that needs it.
 *
 * @module
 */

export { endTokens } from "./jwt/end_tokens.ts";
export { rotateToken } from "./jwt/rotate_token.ts";
export { databaseStrategy } from "./rows/database.ts";
export { startSession } from "./start.ts";
export { tellUnopened } from "./jwt/unopened.ts";
export { writeSession } from "./jwt/write_session.ts";
