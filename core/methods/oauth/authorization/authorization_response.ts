import * as oauth from "oauth4webapi";
import { AuthError, OAuthCallbackError } from "../../../errors/errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { Attempt } from "../../../attempts/oauth_attempt.ts";
import { describeIssuers } from "../discovery/metadata.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { toClient } from "../requests/client.ts";

/**
 * Checks the authorization response (RFC 6749 section 4.1.2, RFC 9207): state
 * and issuer match, there are no duplicates and no error, and no tokens come
 * through the front channel.
 *
 * @throws OAuthCallbackError
 */
export function assertAuthorizationResponse(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  attempt: Attempt,
  received: URLSearchParams,
): URLSearchParams {
  const params = new URLSearchParams(received);
  // The issuer cannot be compared if none is declared.
  if (provider.issuer === "" && provider.wellKnown === null) {
    params.delete("iss");
  }
  try {
    const checked = oauth.validateAuthResponse(
      metadata,
      toClient(provider),
      params,
      provider.checks.none ? oauth.skipStateCheck : attempt.state,
    );
    assertOneCode(provider, checked);
    return checked;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (error instanceof oauth.AuthorizationResponseError) {
      const refused = new OAuthCallbackError(
        `Provider "${provider.id}" answered "${error.error}".`,
        { cause: new Error(error.error_description ?? "no description") },
      );
      refused.code = error.error;
      throw refused;
    }
    const where = `The authorization response of provider "${provider.id}"`;
    throw toIssuerError(where, error, received.get("iss")) ??
      new OAuthCallbackError(`${where} failed a check.`, { cause: error });
  }
}

/** Asserts that there is exactly one code. A custom token request works without one, but not with two. */
function assertOneCode(
  { id, token }: ResolvedOAuth,
  params: URLSearchParams,
): void {
  const { length } = params.getAll("code");
  const isMissing = !params.get("code") && token.request === undefined;
  if (length <= 1 && !isMissing) return;
  const found = length > 1
    ? `has ${length} \`code\` parameters`
    : "has no `code`";
  throw new OAuthCallbackError(
    `The authorization response of provider "${id}" ${found}; it must have exactly one (RFC 6749 section 4.1.2). The token endpoint was not asked. Look at what the provider, or a proxy between it and this application, does to the callback URL.`,
  );
}

/** Names both issuers if the issuer check failed. */
export function toIssuerError(
  where: string,
  error: unknown,
  received: unknown,
): AuthError | null {
  const isCheck = error instanceof oauth.OperationProcessingError;
  if (!isCheck || !error.message.includes('"iss"')) return null;
  const { expected } = (error.cause ?? {}) as { expected?: unknown };
  if (typeof expected !== "string" || typeof received !== "string") return null;
  const refused = new OAuthCallbackError(
    `${where} ${describeIssuers(received, expected)}`,
    { cause: error },
  );
  refused.shown = [received, expected];
  return refused;
}
