/**
 * What is compared: a library that knows who asks. Each file of this folder sets
 * one up as its manual says.
 *
 * @module
 */

import type { Express } from "./express.ts";

/** A library under measurement. */
export interface Subject {
  /**
   * Cookie headers of as many different sessions.
   *
   * @param bytes roughly what the session holds; default about 200
   */
  cookies(count: number, bytes?: number): Promise<string[]>;
  /** One session read: from a cookie header to who it is. */
  read(cookie: string): Promise<Person | null>;
  /** Puts `GET /me`, which answers who is signed in, into an application. */
  mount(app: Express): Promise<void> | void;
}

/** Whom a read found: what proves that the measurement measured something. */
export interface Person {
  readonly email: string;
}

/** Options of a subject. */
export interface SubjectOptions {
  /** How many providers are configured. */
  readonly providers?: number;
}

/** The origin of the site that everybody signs in to. */
export const origin = "https://app.example.com";
/** The secret of every subject. */
export const secret = "a secret for benchmarks only, 0123456789 and more";

/** Who is signed in, in each session somebody else. */
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

/** Text that fills a session up to a size in bytes. */
export function toPadding(bytes: number | undefined): string {
  return "x".repeat(Math.max(0, (bytes ?? 0) - 200));
}

/** What a read gave, as the case wants it, or null if it found nobody. */
export function toPerson(user: unknown): Person | null {
  const { email } = (user ?? {}) as { email?: unknown };
  return typeof email === "string" ? { email } : null;
}

/** As many as wanted, one after the other. */
export async function repeat<T>(
  count: number,
  make: (index: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(await make(i));
  return made;
}
