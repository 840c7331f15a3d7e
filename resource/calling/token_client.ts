/**
 * A service that calls other APIs, on its own behalf or for the caller of its
 * own API.
 *
 * @module
 */

import { ConfigurationError } from "../../core/errors/errors.ts";
import { readClock } from "../../core/runtime/clock.ts";
import type { Access } from "../access.ts";
import { forgetToken, type KeptToken } from "./kept_tokens.ts";
import {
  type FoundToken,
  type IdentityToken,
  obtainToken,
  toTarget,
} from "./obtain.ts";
import {
  resolveClient,
  type ResolvedClient,
  type TokenClientOptions,
  type TokenTarget,
} from "./options.ts";

/** A token for another API. */
export interface ObtainedToken {
  /** When it expires; null if the issuer does not say. */
  readonly expires: Date | null;
  /** The scopes that it has. */
  readonly scopes: readonly string[];
  /** Returns the token itself, to be sent to its API as `Bearer`: never log it. */
  token(): string;
}

/** What a caller's token is exchanged for. */
export interface ExchangeTarget extends TokenTarget {
  /**
   * The token of this service, from `own`: the new token then says who acts for
   * the caller (RFC 8693 section 4.1). Default: it does not.
   */
  actor?: ObtainedToken | undefined;
}

/** The functions that {@link createTokenClient} returns. */
export interface TokenClient {
  /**
   * Exchanges the token of a caller for one that is meant for another API. The
   * caller's own token goes to the issuer only. What this throws says what the
   * API should answer, which the guard's `refuse` does:
   *
   * | Error | Answer |
   * | --- | --- |
   * | `ReauthenticationRequired`: the issuer does not accept the caller's token | 401, `Bearer error="invalid_token"` |
   * | `InteractionRequired`, one of those: the user has to prove more, for example a second factor | 401, `Bearer error="insufficient_user_authentication"`, or with its `claims`, as it describes |
   * | `ConsentRequired`: the user has not granted what was asked for, or may not | 403, `Bearer error="insufficient_scope"` |
   * | `ProviderUnavailable`: the issuer is down, or its answer is wrong | 503 |
   * | `ConfigurationError`: the issuer does not accept this service or the target | 500 |
   *
   * `status` of the error is that status.
   *
   * @throws one of these errors
   */
  exchange(access: Access, target?: ExchangeTarget): Promise<ObtainedToken>;
  /**
   * Gets a token of this service itself (client credentials, RFC 6749 section
   * 4.4).
   *
   * @throws ProviderUnavailable or ConfigurationError
   */
  own(target?: TokenTarget): Promise<ObtainedToken>;
  /**
   * Sends a request to an API of `apis`, with a token for it: that of a caller,
   * exchanged, or with `null` that of this service. Redirects are not followed.
   *
   * @throws ConfigurationError for another origin, and the errors of `exchange`
   * and `own`
   */
  fetch(
    access: Access | null,
    url: string | URL,
    init?: RequestInit,
  ): Promise<Response>;
}

/**
 * Creates a client that gets tokens for other APIs. It keeps them in the memory
 * of the process until a minute before they expire, and not longer than the
 * caller's token is valid. Requests at the same time share one request to the
 * issuer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createTokenClient, protect } from "@latchkey/auth/resource";
 * import { createFaultProvider } from "@latchkey/auth/testing";
 *
 * const login = await createFaultProvider();
 * const { issuer, fetch } = login;
 * const api = protect({
 *   resource: "https://shop.example.com",
 *   issuer: { issuer, fetch },
 * });
 * const client = createTokenClient({
 *   issuer,
 *   clientId: login.clientId,
 *   clientSecret: login.clientSecret,
 *   fetch,
 * });
 *
 * async function answer(request: Request): Promise<Response> {
 *   const access = await api.require(request);
 *   if (access instanceof Response) return access;
 *   const token = await client.exchange(access, {
 *     resource: "https://orders.example.com",
 *     scope: "orders:read",
 *   });
 *   // Send it: { authorization: `Bearer ${token.token()}` }
 *   return Response.json({ scopes: token.scopes });
 * }
 *
 * const token = await login.mintAccessToken({
 *   audience: "https://shop.example.com",
 * });
 * const headers = { authorization: `Bearer ${token}` };
 * const url = "https://shop.example.com/orders";
 * const response = await answer(new Request(url, { headers }));
 * assert.deepEqual(await response.json(), { scopes: ["orders:read"] });
 * ```
 *
 * @throws ConfigurationError that lists every mistake
 */
export function createTokenClient(options: TokenClientOptions): TokenClient {
  const client = resolveClient(options);
  return {
    exchange: async (access, target) =>
      toObtained((await exchange(client, access, target)).kept),
    own: async (target) => toObtained((await getOwn(client, target)).kept),
    fetch: (access, url, init) => send(client, access, { url, init }),
  };
}

async function exchange(
  client: ResolvedClient,
  access: Access,
  target: ExchangeTarget = {},
): Promise<FoundToken> {
  const query = {
    subject: toSubject(client, access),
    actor: target.actor?.token() ?? null,
    ...toTarget(target),
  };
  const { actor, resource, audience, scope } = query;
  const further = actor !== null || resource.length + audience.length > 0;
  if (client.dialect === "entra" && (further || scope.length === 0)) {
    throw new ConfigurationError([
      'Microsoft Entra exchanges tokens with `scope` alone: name the API there, as in "api://orders/.default".',
    ]);
  }
  return await obtainToken(client, query);
}

/**
 * Returns the token of a caller.
 *
 * @throws ConfigurationError if it is none of the issuer's: a server must not
 * see the tokens of another one
 */
function toSubject(
  { issuer, subjectIssuers }: ResolvedClient,
  access: Access,
): IdentityToken {
  if (access.kind !== "jwt" && access.kind !== "opaque") {
    throw new ConfigurationError([
      `An access of kind "${access.kind}" has no token of an issuer that could be exchanged: use \`own\`.`,
    ]);
  }
  if (!subjectIssuers.includes(access.issuer)) {
    throw new ConfigurationError([
      `The caller's token is of issuer "${access.issuer}", and is not sent to issuer "${issuer.id}": if that one may see it, list its issuer in \`subjectIssuers\`.`,
    ]);
  }
  // RFC 8693 section 3: an access token is one of the server that is asked.
  const isForeign = access.issuer !== issuer.id && access.kind === "jwt";
  return {
    token: access.token(),
    type: isForeign ? "jwt" : "access_token",
    expires: access.expires.getTime(),
  };
}

async function getOwn(
  client: ResolvedClient,
  target: TokenTarget = {},
): Promise<FoundToken> {
  const query = { subject: null, actor: null, ...toTarget(target) };
  return await obtainToken(client, query);
}

interface ApiRequest {
  readonly url: string | URL;
  readonly init: RequestInit | undefined;
}

async function send(
  client: ResolvedClient,
  access: Access | null,
  { url, init }: ApiRequest,
): Promise<Response> {
  const { href, origin } = new URL(url);
  const target = client.apis.get(origin);
  if (target === undefined) {
    throw new ConfigurationError([
      `List the origin ${origin} in \`apis\`: tokens are sent nowhere else.`,
    ]);
  }
  const { key, kept } = access === null
    ? await getOwn(client, target)
    : await exchange(client, access, target);
  const headers = new Headers(init?.headers);
  headers.set("authorization", `Bearer ${kept.token}`);
  const own = { ...init, headers, redirect: "manual" } as const;
  const response = await client.issuer.fetch(href, own);
  // It may have been revoked.
  if (response.status === 401) forgetToken(key, readClock());
  return response;
}

function toObtained({ token, scopes, expires }: KeptToken): ObtainedToken {
  return {
    expires: expires === null ? null : new Date(expires),
    scopes,
    token: () => token,
  };
}
