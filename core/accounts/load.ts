import type { Awaitable } from "../model/model.ts";
import { oncePerProcess } from "../storage/process_cache.ts";

type Part = typeof import("./door.ts");

/**
 * Loads the code for applications with an adapter. The first caller waits;
 * later ones get it synchronously, because reading a database session must not
 * wait for it.
 */
export function loadAccounts(): Awaitable<Part> {
  return oncePerProcess("accounts", () => import("./door.ts"));
}
