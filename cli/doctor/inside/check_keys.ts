/**
 * Finds what is wrong with the keys of a provider (RFC 7517).
 *
 * @module
 */

import { parseObject } from "../outside/visit.ts";
import type { Found } from "../report.ts";
import { describeError } from "./errors.ts";
import type { InspectedProvider } from "@latchkey/auth/doctor";

/** The type of the key of an algorithm, by its beginning. */
const TYPES: Readonly<Record<string, string>> = {
  RS: "RSA",
  PS: "RSA",
  ES: "EC",
  Ed: "OKP",
};

/** The fewest characters of a modulus of 2048 bits in base64url. */
const MIN_MODULUS = 341;

/** Finds what is wrong with the keys of a provider. */
export async function checkKeys(
  provider: InspectedProvider,
  metadata: Readonly<Record<string, unknown>>,
  limit: number,
): Promise<Found[]> {
  const { id, type, algorithm } = provider;
  const { jwks_uri: url, id_token_signing_alg_values_supported: listed } =
    metadata;
  if (type !== "oidc" || typeof url !== "string") return [];
  const offered = Array.isArray(listed) ? listed.map(String) : [];
  if (
    algorithm !== null && offered.length > 0 && !offered.includes(algorithm)
  ) {
    const seen =
      `The configuration wants ID tokens of ${id} with ${algorithm}, and it signs with ${
        offered.join(", ")
      }.`;
    return [{ id: "keys.algorithm", seen }];
  }
  try {
    const signal = AbortSignal.timeout(limit);
    const answer = await provider.fetch(url, { signal });
    const { keys } = parseObject(await answer.text());
    return judge(
      id,
      Array.isArray(keys) ? keys : [],
      [algorithm ?? offered].flat(),
    );
  } catch (error) {
    const seen = `The keys of ${id} cannot be read: ${describeError(error)}`;
    return [{ id: "keys.missing", seen }];
  }
}

function judge(
  id: string,
  keys: readonly unknown[],
  algorithms: readonly string[],
): Found[] {
  const types = algorithms.flatMap((one) => TYPES[one.slice(0, 2)] ?? []);
  // A shared secret is the key of the others.
  if (types.length === 0) return [];
  const fitting = keys.filter((one) =>
    types.includes(Object(one).kty) && Object(one).use !== "enc"
  );
  if (fitting.length === 0) {
    const seen = `None of the ${keys.length} keys of ${id} is for ${
      algorithms.join(", ")
    }.`;
    return [{ id: "keys.missing", seen }];
  }
  const isWeak = fitting.some((one) => {
    const { kty, n } = Object(one);
    return kty === "RSA" && typeof n === "string" && n.length < MIN_MODULUS;
  });
  if (!isWeak) return [];
  const seen = `A key of ${id} has fewer than 2048 bits.`;
  return [{ id: "keys.weak", seen }];
}
