/**
 * What writes the audit trail. It loads only if there is one.
 *
 * @module
 */

export { tell } from "./tell.ts";
export { assertUp, drain } from "./trail.ts";
