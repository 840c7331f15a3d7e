import * as oauth from "oauth4webapi";
import {
  AuthError,
  ConfigurationError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import { ReauthenticationRequired } from "../../../errors/token_errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { toClientError } from "../requests/client.ts";
import { toConsentRequired } from "./consent.ts";
import type { AccountTokenTarget } from "./find_token.ts";
import type { Grant } from "../grant.ts";
import { toSkew } from "../requests/skew.ts";

/** Returns the error of a refresh that failed. */
export function toRefreshError(
  { ctx, provider }: Pick<Grant, "ctx" | "provider">,
  { scope, resource, account }: AccountTokenTarget,
  error: unknown,
): AuthError {
  const where = `The token endpoint of provider "${provider.id}"`;
  if (error instanceof oauth.ResponseBodyError) {
    const cause = new Error(error.error_description ?? "no description");
    const { refusals = [] } = provider.source.refresh ?? {};
    if (refusals.includes(error.error)) return toReauth(provider.id, cause);
    const lack = findLack(provider, error);
    switch (error.error) {
      case "invalid_client":
      case "unauthorized_client":
        return toClientError(where, cause);
      case "invalid_grant":
        if (lack === undefined) return toReauth(provider.id, cause);
        return lack === "consent" && scope?.length
          ? toConsentRequired(ctx, provider, { scope, account, cause })
          : toInteraction(where, cause);
      case "invalid_scope":
        if (!scope?.length) break;
        return toConsentRequired(ctx, provider, { scope, account, cause });
      case "invalid_target":
        return toResourceError(where, resource, cause);
    }
    return new ProviderUnavailable(
      `${where} answered "${error.error}" to a refresh.`,
      { cause },
    );
  }
  // What a sign-in would refuse is no reason to make the user sign in.
  const isOther = error instanceof AuthError &&
    !(error instanceof OAuthCallbackError);
  return isOther ? error : new ProviderUnavailable(
    `${where} answered a refresh in a way that failed a check${toSkew(error)}.`,
    // The application sees this error, whose own cause has the whole answer.
    { cause: new Error((error as Error).message) },
  );
}

/** The server knows no such API, or gives this client no token for it (RFC 8707 section 2). */
function toResourceError(
  where: string,
  resource: string | undefined,
  cause: Error,
): ConfigurationError {
  const api = JSON.stringify(resource ?? "");
  return new ConfigurationError([
    `${where} gives this client no token for the resource ${api}: check its spelling, and that the client may call that API.`,
  ], { cause });
}

function toInteraction(where: string, cause: Error): ReauthenticationRequired {
  const message = `${where} needs the user to sign in for what was asked.`;
  return new ReauthenticationRequired(message, { cause });
}

/**
 * Finds out what a request lacks if only this request is refused, and not its
 * refresh token.
 */
function findLack(
  { source: { refresh } }: ResolvedOAuth,
  { cause }: oauth.ResponseBodyError,
): "consent" | "user" | undefined {
  for (const [member, kinds] of Object.entries(refresh?.partial ?? {})) {
    const value = String(cause[member]);
    if (Object.hasOwn(kinds, value)) return kinds[value];
  }
}

/** The code of the error if a refresh token is expired, revoked or unknown. */
const REFUSED = "invalid_grant";

/** Whether the provider has refused the refresh token for good. */
export function isRefused(error: unknown): error is ReauthenticationRequired {
  return error instanceof ReauthenticationRequired && error.code === REFUSED;
}

/** Returns the error for a refresh token that a provider has refused. */
export function toReauth(id: string, cause?: Error): ReauthenticationRequired {
  const error = new ReauthenticationRequired(
    `The token endpoint of provider "${id}" refused the refresh token.`,
    ...cause === undefined ? [] : [{ cause }],
  );
  error.code = REFUSED;
  return error;
}
