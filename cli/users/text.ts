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

/** What a terminal would obey, or lets text appear in another order, and JSON leaves as it is. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns JSON without characters that a terminal would obey. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    UNSAFE,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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
