/**
 * Makes the id of a token session, which contains a pseudonym of the user and
 * the time of issue: the mark of an ended session is stored under its id, and a
 * store that runs out of space has to know what else to end.
 *
 * @param person 12 characters that stand for the user without revealing who it is
 * @param now milliseconds since the epoch
 * @param random 22 unguessable characters
 */
export function toSessionId(
  person: string,
  now: number,
  random: string,
): string {
  return `${person}.${now.toString(36)}.${random}`;
}

/** Matches only ids made by the library: an application's own id has no such parts. */
const ID = /^([\w-]{12})\.([0-9a-z]{8,9})\.[\w-]{22}$/;

/** Reads the parts of an id; null for one made by the application or an older version. */
export function readSessionId(
  id: string,
): { readonly person: string; readonly given: number } | null {
  const [, person, time = ""] = ID.exec(id) ?? [];
  return person === undefined ? null : { person, given: parseInt(time, 36) };
}
