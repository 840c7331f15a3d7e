/**
 * Challenges: what a client is told, and how to get a token.
 *
 * @module
 */

import type { RefusalFacts } from "../refusal.ts";

/** Characters that a value may have (RFC 6750 section 3, RFC 9470 section 3): no quotes, no backslashes, nothing that ends a header. */
const VALUE = /^[ !#-[\]-~]*$/;

/**
 * Writes a challenge (RFC 9110 section 11.6.1): one scheme, each parameter once,
 * every value quoted.
 */
export function toChallenge(
  scheme: "Bearer" | "DPoP",
  params: Readonly<Record<string, string>>,
): string {
  const list = Object.entries(params)
    .filter(([, value]) => value !== "" && VALUE.test(value))
    .map(([name, value]) => `${name}="${value}"`);
  return [scheme, list.join(", ")].filter((one) => one !== "").join(" ");
}

/** The parameters of a challenge, in the order in which they are sent. */
export function toParams(
  { code, params }: RefusalFacts,
  { metadataUrl, scope, algorithms }: {
    readonly metadataUrl: string;
    /** The scopes that a client without a token should ask for. */
    readonly scope: string;
    /** The algorithms of proofs; none for a challenge without them. */
    readonly algorithms: readonly string[];
  },
): Readonly<Record<string, string>> {
  return {
    ...code === null ? {} : { error: code },
    ...scope === "" ? {} : { scope },
    ...params,
    // RFC 9449 section 7.1. Empty parameters are not sent.
    algs: algorithms.join(" "),
    // RFC 9728 section 5.1.
    resource_metadata: metadataUrl,
  };
}
