import type { AuthorizationServer } from "oauth4webapi";
import { ConfigurationError } from "../../../errors/errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth_provider.ts";

/**
 * Asserts that a provider's tokens can be bound to a key: its metadata does not
 * rule out the algorithm (RFC 9449 section 5.1), and the library makes the
 * requests, because a definition's own functions have no proof.
 *
 * @throws ConfigurationError
 */
export function assertSupport(
  { id, token, userinfo }: ResolvedOAuth,
  { dpop_signing_alg_values_supported: algorithms }: AuthorizationServer,
): void {
  if (algorithms !== undefined && !algorithms.includes("ES256")) {
    throw new ConfigurationError([
      `The metadata of provider "${id}" does not list ES256 in dpop_signing_alg_values_supported: remove \`dpop\`.`,
    ]);
  }
  const own = Object.entries({ token, userinfo })
    .find(([, { request }]) => request !== undefined);
  if (own === undefined) return;
  throw new ConfigurationError([
    `Provider "${id}" has \`${
      own[0]
    }.request\`, which makes its own requests without the proofs of \`dpop\`: remove one of the two.`,
  ]);
}
