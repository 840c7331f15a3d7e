/**
 * The errors of requests for tokens that an issuer refuses.
 *
 * @module
 */

import type { ResponseBodyError } from "oauth4webapi";
import {
  type AuthError,
  ConfigurationError,
  ProviderUnavailable,
} from "../../core/errors/errors.ts";
import {
  ConsentRequired,
  InteractionRequired,
  ReauthenticationRequired,
} from "../../core/errors/token_errors.ts";
import { createRedactor } from "../../core/runtime/log.ts";
import type { TokenQuery } from "./obtain.ts";
import type { ResolvedClient } from "./options.ts";

/** A request that was refused. */
export interface RefusedRequest {
  readonly client: ResolvedClient;
  readonly secret: string | null;
  readonly query: TokenQuery;
  readonly error: ResponseBodyError;
}

/** Codes that say that the user has not granted something, or that a policy does not. */
const OF_CONSENT = ["consent_required", "access_denied", "invalid_scope"];

/** Codes that say that the caller's token is not accepted. RFC 8693 section 2.2.2 has `invalid_request` for it. */
const OF_TOKENS = ["invalid_grant", "invalid_token", "invalid_request"];

/** Codes that say that the user has to do something (OpenID Connect Core section 3.1.2.6, RFC 9470 section 3). */
const OF_USERS = [
  "interaction_required",
  "login_required",
  "insufficient_user_authentication",
];

/** Returns the error of a request that was refused. It contains no token. */
export function toRefusedError(
  where: string,
  refused: RefusedRequest,
): AuthError {
  const { secret, query, error } = refused;
  const { claims } = error.cause;
  // The server may repeat what was sent to it.
  const redact = createRedactor([
    secret ?? "",
    query.subject?.token ?? "",
    query.actor ?? "",
  ]);
  const text = `${where} answered "${redact(error.error)}"`;
  const cause = new Error(redact(error.error_description ?? "no description"));
  const mistake = toMistake(refused);
  if (mistake !== null) {
    return new ConfigurationError([`${text}: ${mistake}`], { cause });
  }
  switch (query.subject === null ? null : findLack(refused)) {
    case "consent": {
      const why = "the user has not granted what was asked for, or may not";
      const consent = new ConsentRequired(`${text}: ${why}.`, { cause });
      consent.scope = query.scope;
      return consent;
    }
    case "interaction": {
      const why = "the user has to prove more to the issuer";
      const more = new InteractionRequired(`${text}: ${why}.`, { cause });
      more.claims = typeof claims === "string" ? claims : null;
      return more;
    }
    case "token": {
      const why =
        "the caller's token is not accepted. If none is, this client may lack the right to exchange them";
      return new ReauthenticationRequired(`${text}: ${why}.`, { cause });
    }
    default:
      return new ProviderUnavailable(`${text}.`, { cause });
  }
}

/** Finds out what a caller lacks; null: nothing, something else is wrong. */
function findLack(
  { error: { error: code, cause: { suberror, claims } } }: RefusedRequest,
): "consent" | "interaction" | "token" | null {
  // Entra has the same code for a token that it does not accept.
  if (suberror === "consent_required") return "consent";
  if (OF_CONSENT.includes(code)) return "consent";
  if (OF_USERS.includes(code) || typeof claims === "string") {
    return "interaction";
  }
  return OF_TOKENS.includes(code) ? "token" : null;
}

/** Returns the change that only the operator can make; null: it is not the operator who has to make one. */
function toMistake({ client, query, error }: RefusedRequest): string | null {
  const isOwn = query.subject === null;
  switch (error.error) {
    case "invalid_client":
      return "check `clientId`, and `clientSecret` or `clientPrivateKey`.";
    case "unauthorized_client":
      return "allow this client to get such tokens.";
    case "access_denied":
      return isOwn ? "allow this client to get such tokens." : null;
    case "unsupported_grant_type":
      return "check that it supports this grant, or set `dialect`.";
    case "invalid_target":
      return "check `resource` and `audience`, and that this client may call that API.";
    case "invalid_scope":
      // Entra has another code for what a user has not granted.
      return isOwn || client.dialect === "entra" ? "check `scope`." : null;
    default:
      return null;
  }
}
