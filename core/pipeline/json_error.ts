import { toPublicCode, toSentence } from "../errors/error_sentences.ts";
import {
  type AuthError,
  SignInRequired,
  toPublicType,
  toRetryAfter,
  toRow,
} from "../errors/errors.ts";
import { InvalidField } from "../errors/password_errors.ts";
import type { Outcome } from "../request/outcome.ts";
import type { Answer } from "./answer.ts";
import type { Route } from "./routes.ts";

/**
 * Returns an error for a program: a fitting status, and a message that it can
 * show.
 */
export function toJsonError(
  error: AuthError,
  outcome: Outcome,
  { answers }: Route,
): Answer {
  const row = toRow(error);
  const code = toPublicCode(error);
  const refused = error instanceof InvalidField ? error : null;
  const message = refused?.reason ?? toSentence(error);
  // A 503 means that the overload is on our side.
  const isOurs = toRetryAfter(error) === null || row.status >= 500;
  const status = isOurs ? row.status : 429;
  const json = answers === "oauth" ? toOAuthError(error, status) : {
    error: toPublicType(error),
    code,
    message,
    ref: outcome.ref,
    ...(refused === null ? {} : { field: refused.field }),
    // The page that knows what the visitor has to do first.
    ...(outcome.kind === "redirect" && error instanceof SignInRequired
      ? { url: outcome.url }
      : {}),
  };
  return { status, headers: [], body: { json } };
}

/** Characters that a description may not have (RFC 6749 section 5.2). */
const UNQUOTED = /["\\]|[^ -~]/g;

/**
 * Returns an error for a provider. Only a refusal of what it sent is described:
 * any other message is about this application.
 */
function toOAuthError(error: AuthError, status: number): object {
  const mayPass = status === 429 || status >= 500;
  const isAboutToken = error.type === "OAuthCallbackError" ||
    error.type === "InvalidRequest";
  const description = isAboutToken ? error.message : toSentence(error);
  return {
    error: mayPass ? "temporarily_unavailable" : "invalid_request",
    error_description: description.replace(UNQUOTED, "'"),
  };
}
