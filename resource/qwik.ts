/**
 * Guards API endpoints of Qwik City: verifies access tokens, and tells clients
 * how to get one.
 *
 * @example
 * ```ts ignore
 * // src/routes/plugin@api.ts
 * import { protect } from "@latchkey/auth/resource/qwik";
 *
 * export const api = protect({
 *   resource: "https://example.com/api",
 *   issuer: "https://login.example.com",
 * });
 * export const onRequest = api.onRequest;
 *
 * // src/routes/api/reports/index.ts
 * export const onGet: RequestHandler[] = [
 *   api.require({ scopes: "reports:read" }),
 *   (ev) => ev.json(200, { hello: api.access(ev).subject }),
 * ];
 * ```
 *
 * @module
 */

import type { Awaitable, Session } from "../core/model/model.ts";
import type { Access } from "./access.ts";
import type { ClientCertificate } from "./bound/certificate.ts";
import type { FoundSession } from "./identify.ts";
import { answerFailure, answerPublic, decide } from "./decide.ts";
import { type ProtectOptions, toGuard } from "./options.ts";
import type { AccessRules } from "./rules/rules.ts";
import { toRequest, toResponse } from "./web.ts";

export type { ClientCertificate } from "./bound/certificate.ts";
export type {
  IntrospectionAuth,
  IntrospectionOptions,
} from "./introspection/introspection_options.ts";
export type { DpopOptions } from "./bound/dpop_options.ts";
export type { Store } from "../core/model/store.ts";
export type * from "./access.ts";
export type { Accepted } from "./identify.ts";
export type { IssuerAccounts } from "./issuers/accounts.ts";
export type { IssuerOptions } from "./issuers/issuer.ts";
export type { ProtectOptions } from "./options.ts";
export type { AccessRules, ScopeRule } from "./rules/rules.ts";
export type { Logger } from "../core/runtime/log.ts";

/** The parts of Qwik City's request event that the guard uses. */
export interface EndpointEvent {
  /** The request. */
  readonly request: Request;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** Data that the handlers of a request share. */
  readonly sharedMap: Map<string, unknown>;
  /** Sends a response; throwing the returned value ends the request. */
  send(response: Response): unknown;
}

/** The handlers that {@link protect} returns. */
export interface ResourceHandlers {
  /**
   * Answers what needs no token: `/.well-known/oauth-protected-resource`, with
   * the path of the resource behind it (RFC 9728), and pre-flights of pages. For
   * a route plugin, because there is no route at these paths.
   */
  onRequest(ev: EndpointEvent): Promise<void>;
  /**
   * Creates a handler that lets only requests with a token through: others get
   * 401 with a challenge (RFC 6750), 403 if the token lacks a scope, 503 while
   * the issuer cannot be asked.
   */
  require(
    rules?: AccessRules<EndpointEvent>,
  ): (ev: EndpointEvent) => Promise<void>;
  /**
   * Returns the access that the request's token gives.
   *
   * @throws Error if `require` did not run before
   */
  access(ev: Pick<EndpointEvent, "sharedMap">): Access;
  /**
   * Returns what to throw for an error that your endpoint caught: the answer to
   * one of `createTokenClient` that the caller can do something about, or while
   * an issuer or storage cannot be reached; any other error as it is.
   */
  refuse(ev: EndpointEvent, error: unknown): unknown;
}

/** The options of {@link protect}. */
export interface EndpointProtectOptions extends ProtectOptions {
  /**
   * Returns the certificate that the client proved at the TLS handshake: as PEM,
   * or the bytes of its DER form; null without one. Take it from a header only if
   * a proxy of yours sets or removes that header in every request. Default: none, so that tokens that are bound to one are refused.
   */
  certificate?:
    | ((ev: EndpointEvent) => Awaitable<ClientCertificate | null>)
    | undefined;
  /** Reads the session of a request, for endpoints that accept one: `(ev) => getSession(ev)`. */
  session?:
    | ((ev: EndpointEvent) => Awaitable<Session | null>)
    | undefined;
}

/** Sessions are read, and their cookies written, by `getSession`. */
function toReader(
  { session }: EndpointProtectOptions,
  ev: EndpointEvent,
): (() => Promise<FoundSession>) | undefined {
  return session && (async () => ({ session: await session(ev), headers: [] }));
}

const SHARED = "@latchkey/access";

/**
 * Creates the guard of an API.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function protect(options: EndpointProtectOptions): ResourceHandlers {
  const guard = toGuard(options);
  const { certificate = () => null } = options;
  return {
    onRequest: async (ev) => {
      const answer = await answerPublic(guard, toRequest(ev.request));
      if (answer !== null) throw ev.send(toResponse(answer));
    },
    require: (rules = {}) => async (ev) => {
      const { request } = ev;
      const own = { rules, own: ev, readSession: toReader(options, ev) };
      const decision = await decide(
        guard,
        toRequest(request, () => certificate(ev)),
        own,
      );
      if (decision.kind === "refused") {
        throw ev.send(toResponse(decision.answer));
      }
      for (const [name, value] of decision.headers) {
        // A second guard repeats the headers of the first.
        if (name === "vary") ev.headers.append(name, value);
        else ev.headers.set(name, value);
      }
      ev.sharedMap.set(SHARED, decision.access);
    },
    refuse: (ev, error) => {
      const answer = answerFailure(guard, toRequest(ev.request), error);
      return answer === null ? error : ev.send(toResponse(answer));
    },
    access: ({ sharedMap }) => {
      const access = sharedMap.get(SHARED);
      if (access !== undefined) return access as Access;
      throw new Error(
        "No guard ran for this request: put `api.require()` before the handler that calls `api.access()`.",
      );
    },
  };
}
