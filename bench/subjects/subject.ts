/**
 * The subjects: libraries that identify the current user. Each file of this
 * folder sets one up as its manual says.
 *
 * @module
 */

import type { Express } from "./express.ts";

/** A library under measurement. */
export interface Subject {
  /**
   * Creates the cookie headers of that many different sessions.
   *
   * @param bytes approximate size of the session; default about 200
   */
  cookies(count: number, bytes?: number): Promise<string[]>;
  /** Reads one session: from a cookie header to the user. */
  read(cookie: string): Promise<Person | null>;
  /** Adds `GET /me`, which returns the current user, to an application. */
  mount(app: Express): Promise<void> | void;
}

/** The user that a read found: proof that the measurement did real work. */
export interface Person {
  readonly email: string;
}

/** Options of a subject. */
export interface SubjectOptions {
  /** The number of configured providers. */
  readonly providers?: number;
}

/** The origin of the site that users sign in to. */
export const origin = "https://app.example.com";
/** The secret of every subject. */
export const secret = "a secret for benchmarks only, 0123456789 and more";

/** Returns the user of a session, different in each. */
export function toUser(
  index: number,
): { id: string; name: string; email: string; image: string } {
  return {
    id: `user-${index}`,
    name: "Ada Lovelace",
    email: `ada-${index}@example.com`,
    image: "https://pictures.example.com/ada.png",
  };
}

/** Returns text that fills a session up to a size in bytes. */
export function toPadding(bytes: number | undefined): string {
  return "x".repeat(Math.max(0, (bytes ?? 0) - 200));
}

/** Converts the result of a read, or returns null if it found no session. */
export function toPerson(user: unknown): Person | null {
  const { email } = (user ?? {}) as { email?: unknown };
  return typeof email === "string" ? { email } : null;
}

/** Repeats work sequentially. */
export async function repeat<T>(
  count: number,
  make: (index: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(await make(i));
  return made;
}
