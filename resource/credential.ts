/**
 * Reads the credentials of a request.
 *
 * @module
 */

import type { Awaitable } from "../core/model/model.ts";
import type { ClientCertificate } from "./bound/certificate.ts";
import { Refusal, refuseToken } from "./refusal.ts";

/** A request as far as a guard looks at it. */
export interface ResourceRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  /** Returns a header by its lower-case name; several of one name are joined with commas. */
  readonly header: (name: string) => string | null;
  /** Returns the JSON of the body, so that the application can still read it; null if there is none. */
  readonly json: () => Awaitable<unknown>;
  /** Returns the certificate that the client proved at the TLS handshake; null without one. */
  readonly certificate: () => Awaitable<ClientCertificate | null>;
}

/** A token, and the scheme that it was sent with. */
export interface Credential {
  readonly scheme: "bearer" | "dpop";
  readonly token: string;
}

/** The limit on the characters of a token. Those of issuers with many groups take about 10,000. */
const MAX_TOKEN = 16_384;

/** RFC 6750 section 2.1, RFC 9449 section 7.1. Schemes may be written in any case (RFC 9110 section 11.1). */
const CREDENTIAL = /^(bearer|dpop) +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Finds the access token of a request, which only the Authorization header can
 * carry: URLs end in logs and histories (RFC 9700 section 4.3.2).
 *
 * @returns null without one
 * @throws Refusal for credentials in a form that nobody could mean
 */
export function readCredential(request: ResourceRequest): Credential | null {
  const header = request.header("authorization");
  if (header === null || !/^(?:bearer|dpop)(?: |$)/i.test(header)) return null;
  if (hasQueryToken(request.target)) {
    throw new Refusal(
      { status: 400, code: "invalid_request" },
      "The request has an access token in the URL as well: send it in the Authorization header only.",
    );
  }
  if (header.length > MAX_TOKEN) {
    throw refuseToken(`it is longer than ${MAX_TOKEN} characters`);
  }
  const [, scheme = "", token = ""] = CREDENTIAL.exec(header) ?? [];
  if (token === "") {
    // Two headers arrive as one, with a comma.
    throw header.includes(",")
      ? new Refusal(
        { status: 400, code: "invalid_request" },
        "The request has several Authorization headers: send one.",
      )
      : refuseToken("it has characters that no token has, or none at all");
  }
  return { scheme: scheme.toLowerCase() as Credential["scheme"], token };
}

/** Whether a request has, or was meant to have, a token with a proof of its key (RFC 9449 section 7.1). */
export function usesDpop({ header }: ResourceRequest): boolean {
  return /^dpop(?: |$)/i.test(header("authorization") ?? "");
}

/** RFC 6750 section 2.3. */
function hasQueryToken(target: string): boolean {
  const query = target.split("?", 2)[1] ?? "";
  return /(?:^|&)access_token=/.test(query);
}
