/**
 * Why a guard of an API refuses a request, and what to do: for the page of
 * errors.
 *
 * @module
 */

import type { ApiCode } from "../../core/errors/warning_codes.ts";
import type { Note } from "./error_notes.ts";

/** The notes of requests that a guard of an API refuses. */
export const apiNotes: Readonly<Record<ApiCode, Note>> = {
  forbidden: {
    cause:
      "The token is valid, and a rule of the route says no; or the origin may not call this API.",
    remedy:
      "Look at [the route's rules](apis.md#what-a-request-has-to-have), and `cors`.",
  },
  insufficient_claims: {
    cause: "The token lacks claims that the route asks for.",
    remedy:
      "The client asks its provider for them; the answer says which (Microsoft Entra's claims challenge).",
  },
  insufficient_scope: {
    cause: "The token has not all scopes that the route needs.",
    remedy: "The client asks for those that the answer's `scope` names.",
  },
  insufficient_user_authentication: {
    cause:
      "The user's sign-in is too old or too weak for this route (RFC 9470).",
    remedy: "The client lets the user sign in again, as the answer says.",
  },
  invalid_dpop_proof: {
    cause:
      "The proof of possession is missing, was used before, or is for another request (RFC 9449).",
    remedy:
      "The line says which check failed. Behind a proxy, the API has to know its public URL.",
  },
  invalid_request: {
    cause: "The request has two tokens, or a parameter that cannot be read.",
    remedy: "Send one token, in the header `Authorization`.",
  },
  invalid_token: {
    cause:
      "The token has expired, was revoked, is for another audience, or its signature is wrong.",
    remedy:
      "The line says which. An audience: compare [the guard's](apis.md#issuers) with what the client asked for.",
  },
  use_dpop_nonce: {
    cause:
      "The client's proof needs a nonce of this server; it gets one with the answer.",
    remedy: "Nothing: the client repeats the request. It is not logged.",
  },
};
