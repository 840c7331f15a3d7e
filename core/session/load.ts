/**
 * Code that reading a session from its cookie does not need. The first caller
 * waits for it, later ones do not.
 *
 * @module
 */

import type { Awaitable } from "../model/model.ts";
import { oncePerProcess } from "../storage/process_cache.ts";

/** Loads the code that starts, renews, rotates and ends sessions in cookies. */
export function loadChanges(): Awaitable<typeof import("./changes.ts")> {
  return oncePerProcess("changes", () => import("./changes.ts"));
}

/** Loads the database strategy. */
export function loadRows(): Awaitable<typeof import("./rows/database.ts")> {
  return oncePerProcess("rows", () => import("./rows/database.ts"));
}
