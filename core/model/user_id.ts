import { isStorable } from "./storable.ts";

/** Reads the id of a user as a text; null if it cannot be an id. */
export function readId(id: unknown): string | null {
  if (typeof id === "string") return id !== "" && isStorable(id) ? id : null;
  // A number beyond 2^53 has already been rounded and may be another user's id.
  const isWhole = typeof id === "bigint" || Number.isSafeInteger(id);
  return isWhole ? String(id) : null;
}

/**
 * Reads the id that an adapter returned; databases also use numbers.
 *
 * @throws TypeError for one that cannot be used
 */
export function parseId(id: unknown): string {
  const text = readId(id);
  if (text !== null) return text;
  throw new TypeError(`it returned no usable id: ${toIdProblem(id)}`);
}

/** Says why a value cannot be the id of a user, as the end of a sentence. */
export function toIdProblem(id: unknown): string {
  if (typeof id === "string" && id !== "") {
    return "it has U+0000, or half of a surrogate pair, which stores cannot hold, and without which it could be another user's";
  }
  return typeof id === "number"
    ? "a number beyond 2^53 is rounded when it is read, so that two users can have the same one: pass it on as a string"
    : "it has to be a string that is not empty";
}
