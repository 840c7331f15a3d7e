/**
 * Checks that no cache keeps what only one user may see.
 *
 * @module
 */

import type { Check } from "../check.ts";
import { admit } from "../first_answers.ts";
import { type Exchange, readHeader } from "../http.ts";

function listDirectives(exchange: Exchange): string[] {
  return readHeader(exchange, "cache-control").toLowerCase().split(",")
    .map((one) => one.trim().split("=", 1)[0] ?? "");
}

/** Checks that no cache keeps what only one user may see. */
export const cachingChecks: readonly Check[] = [
  {
    id: "caching.shared",
    title: "shared caches may not keep an answer to a request with a token",
    rule: "RFC 9111, section 3.5; RFC 6750, section 5.2",
    level: "must",
    mend:
      "Send `Cache-Control: private` or `no-store`; `public`, `s-maxage` and `must-revalidate` let shared caches keep it.",
    run: async (probe) => {
      const exchange = await admit(probe);
      const names = listDirectives(exchange);
      const isKept = !names.includes("private") &&
        !names.includes("no-store") &&
        ["public", "s-maxage", "must-revalidate"]
          .some((one) => names.includes(one));
      return isKept ? exchange : null;
    },
  },
  {
    id: "caching.refusals",
    title: "no cache may keep a refusal",
    rule: "RFC 9111, section 3",
    level: "should",
    mend: "Send `Cache-Control: no-store` with a refusal.",
    run: ({ refusal }) => {
      const names = listDirectives(refusal);
      const isKept = !names.includes("no-store") &&
        !names.includes("no-cache") &&
        ["public", "s-maxage", "max-age"].some((one) => names.includes(one));
      return Promise.resolve(isKept ? refusal : null);
    },
  },
];
