/**
 * Writes what users and their browsers have said for a terminal.
 *
 * @module
 */

import type { DeskUser } from "@latchkey/auth/doctor";
import { toShown } from "../probe/describe.ts";

/** The longest line. */
const MAX = 800;

const NO_SECRETS: ReadonlySet<string> = new Set();

/** Returns a text in one line, without characters that a terminal would obey. */
export function toLine(text: string): string {
  return toShown(text, NO_SECRETS, MAX);
}

/** Names a user: by the id, and by the address if there is one. */
export function toName({ id, email }: DeskUser): string {
  return toLine(email ? `${id} (${email})` : id);
}

/** Returns a time to the minute. */
export function toTime(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Counts things. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
