import type { Awaitable } from "../model/model.ts";
import { oncePerProcess } from "../storage/process_cache.ts";

type Part = typeof import("./door.ts");

/**
 * The part of the library for applications with an adapter. The first one to
 * need it waits; from then on it is at hand, because reading a database session
 * must not wait for what is there.
 */
export function loadAccounts(): Awaitable<Part> {
  return oncePerProcess("accounts", () => import("./door.ts"));
}
