import { deriveByNode, findNodeArgon2 } from "../../../crypto/argon2.ts";
import { toMissing, toTooCostly } from "./complaints.ts";
import { fromBase64, parseParameters } from "./decode.ts";
import type { Argon2Package } from "../../../model/hash_packages.ts";
import { MAX_MEMORY, type Scheme, toScheme } from "./scheme.ts";

/**
 * Matches Argon2 version 1.3 in the PHC string format, and with the prefix of
 * Django. Version 1.0 has no `v=`; no package checks it.
 */
const ARGON2 =
  /^(?:argon2)?\$(argon2(?:id|i|d))\$v=19\$([a-z\d=,]{11,40})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The lengths in use: others show that a hash was cut off. */
const KEY_BYTES: readonly number[] = [16, 32, 64];

/** The maximum number of bytes that all passes together go through. */
const MAX_WORK = 2 ** 31;

/** Parses an Argon2 hash (RFC 9106); null for any other. */
export function parseArgon2(
  hash: string,
  installed: Argon2Package | undefined,
): Scheme | null {
  const [, algorithm, written = "", ...rest] = ARGON2.exec(hash) ?? [];
  const [memory, passes, parallelism] =
    parseParameters(written, ["m", "t", "p"]) ?? [];
  if (!algorithm || !memory || !passes || !parallelism) return null;
  const [salt, key] = rest.map(fromBase64);
  if (!salt || !key || !KEY_BYTES.includes(key.length)) return null;
  // RFC 9106 section 3.1: each lane has at least eight blocks.
  if (memory < 8 * parallelism) return null;
  const size = memory * 1024 * passes;
  if (memory * 1024 > MAX_MEMORY || size > MAX_WORK) {
    throw toTooCostly("Argon2", "1 GiB of memory, and 2 GiB over all passes");
  }
  const argon2 = findNodeArgon2();
  if (argon2 === null) {
    // The package takes the parameters in this order only.
    const costs = `m=${memory},t=${passes},p=${parallelism}`;
    const own = ["", algorithm, "v=19", costs, ...rest].join("$");
    return {
      size,
      matches: async (text) => {
        if (installed === undefined) {
          throw toMissing("argon2", "@node-rs/argon2");
        }
        return await installed.verify(own, text);
      },
    };
  }
  const bytes = key.length;
  const params = { algorithm, memory, passes, parallelism, salt, bytes };
  return toScheme({
    size,
    key,
    derive: (password) => deriveByNode(argon2, params, password),
  });
}
