/**
 * A session that is too long for one cookie is split into chunks.
 *
 * @module
 */

import type { CookieNames } from "./cookie_policy.ts";

/** The limit on chunks. One digit has room for it, in a name and in chunk 0. */
const MAX_CHUNKS = 4;

/** Lists the names of the cookies that a long session is split into. */
export function toChunkNames(
  { session }: Pick<CookieNames, "session">,
): readonly string[] {
  return Array.from({ length: MAX_CHUNKS }, (_, i) => `${session}.${i}`);
}

/**
 * Whether a name is a canonical chunk name, `.0` to `.3`: `.01` or `.9` belongs
 * to another application.
 */
export function isChunkName(name: string, names: CookieNames): boolean {
  const { length } = names.session;
  if (name.length !== length + 2 || name[length] !== ".") return false;
  const index = name.charCodeAt(length + 1) - 48;
  return index >= 0 && index < MAX_CHUNKS && name.startsWith(names.session);
}

/** Whether a name is that of the session's cookie, or of one of its chunks. */
export function isSessionName(name: string, names: CookieNames): boolean {
  return name === names.session || isChunkName(name, names);
}

/**
 * Joins the chunks of a value. Chunk 0 begins with the number of chunks, so
 * that neither a missing nor an added one goes unnoticed. A duplicate chunk
 * makes the set ambiguous: the result is null.
 */
export function joinChunks(
  chunks: ReadonlyMap<string, readonly string[]>,
): string | null {
  const [first = ""] = chunks.get("0") ?? [];
  const match = /^([2-4])~(.*)$/.exec(first);
  if (match === null) return null;
  let value = "";
  for (let i = 0; i < Number(match[1]); i++) {
    const parts = chunks.get(String(i)) ?? [];
    const [part] = parts;
    if (parts.length !== 1 || part === undefined) return null;
    value += i === 0 ? match[2] : part;
  }
  return value;
}
