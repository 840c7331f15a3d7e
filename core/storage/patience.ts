import type { AdapterMethod } from "./adapter_calls.ts";

/** Milliseconds that one call of an adapter may take. */
const PATIENCE = 5000;
/** Milliseconds in which the sessions of all users end: a database may have to remove millions of rows. */
const PATIENCE_FOR_ALL = 600_000;

/** Returns the milliseconds that this call may take. */
export function toPatience(
  method: string,
  [first]: readonly unknown[],
): number {
  const forAll: AdapterMethod = "deleteSessionsByUserId";
  return method === forAll && first === null ? PATIENCE_FOR_ALL : PATIENCE;
}
