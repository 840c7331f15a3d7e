/**
 * Reads the cookies that other libraries set.
 *
 * @module
 */

import { readPairs } from "../../core/http/cookie_pairs.ts";
import type { Candidate } from "./bridge.ts";

/** The limit on the characters of a Cookie header that is looked at. */
const MAX_HEADER = 100_000;
/** The limit on cookies of one name that are tried: one is the visitor's, others were planted. */
const MAX_VALUES = 4;
/** The limit on chunks of one session. */
const MAX_CHUNKS = 64;

/** The cookies of a request, by name. Values are as sent. */
export interface OldCookies {
  /** Whether the header was too long to be read. */
  readonly isTooLong: boolean;
  /** Returns the names. */
  names(): readonly string[];
  /** Returns the values sent under a name, at most four. */
  values(name: string): readonly string[];
  /**
   * Lists the sessions under a name: whole cookies, then its chunks (`name.0`,
   * `name.1` and so on) joined in the order of their numbers, if none is
   * missing. Both at once are leftovers of a session that changed its size.
   */
  candidates(name: string): readonly Candidate[];
  /** Returns the names that a session has: its own, and those of its chunks. */
  chunkNames(name: string): readonly string[];
}

/** Reads a Cookie header. */
export function parseOldCookies(header: string): OldCookies {
  const isTooLong = header.length > MAX_HEADER;
  const found = new Map<string, string[]>();
  if (!isTooLong) {
    readPairs(header, (name, value) => {
      const known = found.get(name);
      if (known === undefined) found.set(name, [value]);
      else if (known.length < MAX_VALUES && !known.includes(value)) {
        known.push(value);
      }
    });
  }
  const values = (name: string) => found.get(name) ?? [];
  return {
    isTooLong,
    names: () => [...found.keys()],
    values,
    candidates: (name) => [
      ...values(name).map((text) => ({ name, text })),
      ...joinChunks(name, values),
    ],
    chunkNames: (name) =>
      [...found.keys()].filter((one) => one === name || isChunk(one, name)),
  };
}

/** Joins the chunks of a name; none if one is missing, or was sent twice. */
function joinChunks(
  name: string,
  values: (name: string) => readonly string[],
): readonly Candidate[] {
  const parts: string[] = [];
  for (let i = 0; i < MAX_CHUNKS; i++) {
    const [part, another] = values(`${name}.${i}`);
    if (part === undefined) break;
    if (another !== undefined) return [];
    parts.push(part);
  }
  return parts.length === 0 ? [] : [{ name, text: parts.join("") }];
}

/** Whether a name is that of a chunk, with a canonical number. */
function isChunk(name: string, whole: string): boolean {
  return name.startsWith(`${whole}.`) &&
    /^(?:0|[1-9]\d?)$/.test(name.slice(whole.length + 1));
}

/** Decodes a value that was percent-encoded; null if it cannot be one. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
