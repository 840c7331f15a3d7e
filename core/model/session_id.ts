/**
 * The id of a token session says whose session it is and when the id was given:
 * the mark of an ended session is kept under its id, and a store that runs out
 * of room has to know what else to end.
 *
 * @param person 12 characters that stand for the person, and tell nobody who it is
 * @param now milliseconds since the epoch
 * @param random 22 characters that nobody can guess
 */
export function toSessionId(
  person: string,
  now: number,
  random: string,
): string {
  return `${person}.${now.toString(36)}.${random}`;
}

/** Only what the library gave: an id of the host's own says nothing. */
const ID = /^([\w-]{12})\.([0-9a-z]{8,9})\.[\w-]{22}$/;

/** What an id says; null for one that was given by others, or by older versions. */
export function readSessionId(
  id: string,
): { readonly person: string; readonly given: number } | null {
  const [, person, time = ""] = ID.exec(id) ?? [];
  return person === undefined ? null : { person, given: parseInt(time, 36) };
}
