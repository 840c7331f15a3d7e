/**
 * The web-standard API of the library, for `Deno.serve`, Bun, Workers and every
 * framework that uses Request and Response.
 *
 * @module
 */

import {
  type AuthConfig,
  type ConfigSource,
  raw,
} from "../../config/config.ts";
import type { StrategyChoice, TokenOf } from "../../config/session_callback.ts";
import type { Adapter } from "../../model/adapter.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import { type HeaderList, LIMITED, NO_STORE } from "../../http/headers.ts";
import { addCookies, toPassedResponse, toResponse } from "../response.ts";
import type { UserFieldsOf } from "./user_field_types.ts";
import type { AuthInstance, SessionOf } from "./auth_instance.ts";
import { createFunctions } from "./create_functions.ts";
import { recordReply } from "./current.ts";
import { type HostRequest, toHostRequest } from "./host_request.ts";
import { loadPipeline } from "../load_pipeline.ts";
import { assertProxy } from "../proxy/proxy_options.ts";
import { type RawResponse, toRawResponse } from "./raw_response.ts";
import { readFields, toHead, toIncoming, toProxyParts } from "./web_request.ts";

/**
 * Sets up the library once.
 *
 * @throws ConfigurationError that lists every mistake in the configuration;
 * settings that may still come from the environment are checked at first use
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createAuth } from "@latchkey/auth";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 * });
 * // Deno.serve(auth.handler), or inside a handler of your own:
 * const request = new Request("http://localhost:8000/");
 * const { session } = await auth.session(request);
 * assert.equal(session, null);
 *
 * const visitor = await auth.require(request);
 * assert.ok(visitor instanceof Response && visitor.status === 401);
 * ```
 */
export function createAuth<
  const C extends ConfigSource<Request, AuthConfig<TokenOf<A, S>>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: C & StrategyChoice<A, S>,
): AuthInstance<SessionOf<C>, UserFieldsOf<C>> {
  const write = (
    _request: Request,
    cookies: readonly Cookie[],
    isPrivate?: boolean,
  ) => toHeaders(cookies, toCaching(isPrivate));
  const instance: AuthInstance = {
    ...createFunctions(config, { toIncoming, toHead, write }),
    ...createTokenFunctions(config),
    // `raw` does not apply here: the handler always returns a Response.
    handler: (request, info) =>
      answer(request, config, info) as Promise<Response>,
    require: async (request, options = {}) => {
      const { requireSession } = await loadPipeline();
      const passage = await requireSession({
        ...toHostRequest(request, toHead(request), config),
        whole: () => toIncoming(request),
        fields: () => readFields(request),
      }, options);
      if (passage.kind === "refused") return toResponse(passage.reply);
      const { session, cookies } = passage;
      return { session, headers: toHeaders(cookies, NO_STORE) };
    },
  };
  // This is the session callback's own type, which only the compiler knows.
  return instance as AuthInstance<SessionOf<C>, UserFieldsOf<C>>;
}

/** The functions that use the tokens of providers, and may have to set cookies. */
function createTokenFunctions(
  config: ConfigSource<Request>,
): Pick<AuthInstance, "getAccessToken" | "fetch" | "proxy"> {
  return {
    getAccessToken: async (request, provider, options) => {
      const { getAccessToken } = await loadPipeline();
      const headers = new Headers();
      const asked = toCollecting(request, config, headers);
      return { ...await getAccessToken(asked, provider, options), headers };
    },
    fetch: async (
      request,
      provider,
      url,
      { setCookies, ...init } = {},
    ) => {
      const { fetchResource } = await loadPipeline();
      const headers = setCookies ?? new Headers();
      const asked = toCollecting(request, config, headers);
      return await fetchResource(asked, provider, { url, init });
    },
    proxy: (options) => {
      assertProxy(options, config);
      return async (request) => {
        const { answerProxy } = await loadPipeline();
        const asked = toHostRequest(request, toIncoming(request), config);
        const whole = { ...asked, ...toProxyParts(request) };
        return toPassedResponse(await answerProxy(whole, options));
      };
    },
  };
}

/**
 * Answers one request to an auth route. It never rejects because of a client;
 * with the option {@link raw} it returns data, and throws errors instead of
 * showing them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Auth } from "@latchkey/auth";
 *
 * const response = await Auth(
 *   new Request("http://localhost:8000/auth/session"),
 *   { secret: "a random text of at least 32 characters", providers: [] },
 * );
 * assert.equal(await response.json(), null);
 * ```
 */
export async function Auth(
  request: Request,
  config: AuthConfig & { raw: typeof raw },
): Promise<RawResponse>;
/** Answers one request to an auth route with a Response. */
export async function Auth(
  request: Request,
  config: ConfigSource<Request>,
): Promise<Response>;
export async function Auth(
  request: Request,
  source: ConfigSource<Request>,
): Promise<Response | RawResponse> {
  return await answer(request, source, undefined);
}

async function answer(
  request: Request,
  source: ConfigSource<Request>,
  info: unknown,
): Promise<Response | RawResponse> {
  let isRaw = false;
  const { handle } = await loadPipeline();
  const incoming = toIncoming(request, info);
  const { getConfig } = toHostRequest(request, incoming, source);
  const reply = await handle(incoming, async () => {
    const config = await getConfig();
    isRaw = config?.raw?.description === raw.description;
    return config;
  });
  await recordReply(request, reply);
  return isRaw ? toRawResponse(reply) : toResponse(reply);
}

/** Builds a request whose cookies are added to headers. */
function toCollecting(
  request: Request,
  config: ConfigSource<Request>,
  headers: Headers,
): HostRequest {
  return {
    ...toHostRequest(request, toIncoming(request), config),
    setCookies: (cookies) => addUncached(headers, cookies),
  };
}

/** Returns what caches are told, by what a response depends on. */
function toCaching(isPrivate: boolean | undefined): HeaderList {
  if (isPrivate === undefined) return [];
  return isPrivate ? NO_STORE : LIMITED;
}

function toHeaders(
  cookies: readonly Cookie[],
  caching: HeaderList,
): Headers {
  const headers = new Headers();
  if (cookies.length === 0) {
    for (const [name, value] of caching) headers.set(name, value);
  }
  addUncached(headers, cookies);
  return headers;
}

/** Adds cookies to headers, and forbids caches to keep the response. */
function addUncached(headers: Headers, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return;
  for (const [name, value] of NO_STORE) {
    // The application may have added to `vary` as well.
    if (name === "vary") headers.append(name, value);
    else headers.set(name, value);
  }
  addCookies(headers, cookies);
}
