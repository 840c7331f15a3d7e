/**
 * Texts that every store can hold. PostgreSQL has no U+0000, and half of a
 * surrogate pair has no form in UTF-8: one in a user's name would fail every
 * sign-in of that user.
 *
 * @module
 */

/** Whether every store can hold a text as it is. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Cs}/u.test(text);
}

/**
 * Drops from the texts among some fields what a store cannot hold. Not for ids:
 * what remains could be another's.
 */
export function toStorable<T extends object>(fields: T): T {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string"
      ? value.replaceAll("\0", "").replace(/\p{Cs}/gu, "")
      : value,
  ]);
  return Object.fromEntries(entries);
}
