/**
 * Answers to errors of a token client: what a caller has to do so that its
 * token can be exchanged.
 *
 * @module
 */

import type { AuthError } from "../../core/errors/auth_error.ts";
import {
  ConsentRequired,
  InteractionRequired,
  ReauthenticationRequired,
} from "../../core/errors/token_errors.ts";
import { Refusal } from "../refusal.ts";

/** Returns the refusal that an error means for the caller; null: none. */
export function toCallerRefusal(error: AuthError): Refusal | null {
  const { message } = error;
  if (error instanceof ConsentRequired) {
    const params = { scope: error.scope.join(" ") };
    const facts = { status: 403, code: "insufficient_scope", params } as const;
    return new Refusal(facts, message);
  }
  if (error instanceof InteractionRequired) {
    const { claims } = error;
    const facts = claims === null
      ? { status: 401, code: "insufficient_user_authentication" } as const
      // The claims challenge of Microsoft Entra.
      : {
        status: 401,
        code: "insufficient_claims",
        params: { claims: encode(claims) },
      } as const;
    return new Refusal(facts, message);
  }
  return error instanceof ReauthenticationRequired
    ? new Refusal({ status: 401, code: "invalid_token" }, message)
    : null;
}

/** Base64 of the text in UTF-8. */
function encode(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
