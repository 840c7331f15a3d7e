import type { AuthorizationServer } from "oauth4webapi";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";

/**
 * Lists what keeps a provider's tokens from being bound to a key: metadata that
 * rules out the algorithm (RFC 9449 section 5.1), and a definition's own
 * requests, which have no proof.
 */
export function listDpopProblems(
  { id, token, userinfo }: ResolvedOAuth,
  { dpop_signing_alg_values_supported: algorithms }: AuthorizationServer,
): readonly string[] {
  const rulesOut = algorithms !== undefined && !algorithms.includes("ES256");
  const own = Object.entries({ token, userinfo })
    .filter(([, { request }]) => request !== undefined);
  return [
    ...(rulesOut
      ? [
        `The metadata of provider "${id}" does not list ES256 in dpop_signing_alg_values_supported: remove \`dpop\`.`,
      ]
      : []),
    ...own.map(([name]) =>
      `Provider "${id}" has \`${name}.request\`, which makes its own requests without the proofs of \`dpop\`: remove one of the two.`
    ),
  ];
}
