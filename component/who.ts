import type { Session } from "../core/model/model.ts";

/**
 * Returns a text that both sides can compare; it leaves out the expiry, which
 * changes with each renewal.
 */
export function toWho(session: Session | null): string {
  return JSON.stringify(session?.user ?? null);
}
