/**
 * Guards APIs and MCP servers: verifies access tokens, and tells clients how to
 * get one (RFC 6750, RFC 9068, RFC 9728).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { protect } from "@latchkey/auth/resource";
 *
 * const api = protect({
 *   resource: "https://api.example.com",
 *   issuer: "https://login.example.com",
 * });
 *
 * async function answer(request: Request): Promise<Response> {
 *   const open = await api.handler(request);
 *   if (open !== null) return open;
 *   const access = await api.require(request, { scopes: "reports:read" });
 *   if (access instanceof Response) return access;
 *   return Response.json({ hello: access.subject }, { headers: access.headers });
 * }
 *
 * const response = await answer(new Request("https://api.example.com/reports"));
 * assert.equal(response.status, 401);
 * ```
 *
 * @module
 */

import { answerFailure, answerPublic, decide } from "./resource/decide.ts";
import { type ProtectOptions, toGuard } from "./resource/options.ts";
import type { AccessRules } from "./resource/rules/rules.ts";
import type { Access } from "./resource/access.ts";
import type { FoundSession } from "./resource/identify.ts";
import type { Awaitable, Session } from "./core/model/model.ts";
import type { ClientCertificate } from "./resource/bound/certificate.ts";
import { toRequest, toResponse } from "./resource/web.ts";

export {
  createTokenClient,
  type ExchangeTarget,
  type ObtainedToken,
  type TokenClient,
} from "./resource/calling/token_client.ts";
export type {
  TokenClientOptions,
  TokenTarget,
} from "./resource/calling/options.ts";
export type { ClientCertificate } from "./resource/bound/certificate.ts";
export type {
  IntrospectionAuth,
  IntrospectionOptions,
} from "./resource/introspection/introspection_options.ts";
export type { DpopOptions } from "./resource/bound/dpop_options.ts";
export type { Store } from "./core/model/store.ts";
export type * from "./resource/access.ts";
export type { Accepted } from "./resource/identify.ts";
export type { IssuerAccounts } from "./resource/issuers/accounts.ts";
export type { IssuerOptions } from "./resource/issuers/issuer.ts";
export type { ProtectOptions } from "./resource/options.ts";
export type { AccessRules, ScopeRule } from "./resource/rules/rules.ts";
export type { Logger } from "./core/runtime/log.ts";

/** The access that a request has, and headers for the answer. */
export type WebAccess = Access & {
  /** Headers to add to the answer: those that let pages of listed origins read it. */
  readonly headers: Headers;
};

/** The options of {@link protect}. */
export interface WebProtectOptions extends ProtectOptions {
  /**
   * Returns the certificate that the client proved at the TLS handshake: as PEM,
   * or the bytes of its DER form; null without one. Take it from a header only if
   * a proxy of yours sets or removes that header in every request. Default: none, so that tokens that are bound to one are refused.
   */
  certificate?:
    | ((request: Request) => Awaitable<ClientCertificate | null>)
    | undefined;
  /** Reads the session of a request, for routes that accept one: `(request) => auth.session(request)`. */
  session?:
    | ((request: Request) => Promise<{
      readonly session: Session | null;
      readonly headers: Headers;
    }>)
    | undefined;
}

/** The functions that {@link protect} returns. */
export interface ResourceGuard {
  /**
   * Answers what needs no token: `/.well-known/oauth-protected-resource`, with
   * the path of the resource behind it (RFC 9728), and pre-flights of pages.
   * Null for every other request.
   */
  handler(request: Request): Promise<Response | null>;
  /**
   * Returns the access that the request's token gives, or else the response to
   * send: 401 with a challenge without a valid token (RFC 6750), 403 if it lacks
   * a scope, 503 while the issuer cannot be asked.
   *
   * @throws what a rule of the application throws
   */
  require(
    request: Request,
    rules?: AccessRules<Request>,
  ): Promise<WebAccess | Response>;
  /**
   * Returns the response to an error that your handler caught: 401 or 403 with a
   * challenge for one of {@link createTokenClient} that the caller can do
   * something about, 503 while an issuer or storage cannot be reached. Null for
   * any other error: throw it again.
   */
  refuse(request: Request, error: unknown): Response | null;
}

/**
 * Creates the guard of an API.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function protect(options: WebProtectOptions): ResourceGuard {
  const guard = toGuard(options);
  const { certificate = () => null } = options;
  return {
    handler: async (request) => {
      const answer = await answerPublic(guard, toRequest(request));
      return answer === null ? null : toResponse(answer);
    },
    require: async (request, rules = {}) => {
      const readSession = toReader(options, request);
      const own = { rules, own: request, readSession };
      const decision = await decide(
        guard,
        toRequest(request, () => certificate(request)),
        own,
      );
      if (decision.kind === "refused") return toResponse(decision.answer);
      const headers = new Headers();
      for (const [name, value] of decision.headers) headers.append(name, value);
      return { ...decision.access, headers };
    },
    refuse: (request, error) => {
      const answer = answerFailure(guard, toRequest(request), error);
      return answer === null ? null : toResponse(answer);
    },
  };
}

function toReader(
  { session }: WebProtectOptions,
  request: Request,
): (() => Promise<FoundSession>) | undefined {
  return session && (async () => {
    const found = await session(request);
    return { session: found.session, headers: [...found.headers] };
  });
}
