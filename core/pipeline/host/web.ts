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
import type { Cookie } from "../../http/cookie_policy.ts";
import { NO_STORE } from "../../http/headers.ts";
import { toCookieHeaders, toPassedResponse, toResponse } from "../response.ts";
import type { AuthInstance, SessionOf } from "./auth_instance.ts";
import { createFunctions } from "./create_functions.ts";
import { toHostRequest } from "./host_request.ts";
import { loadHostParts, loadPipeline, loadProxy } from "./load.ts";
import { assertProxy } from "../proxy/proxy_options.ts";
import { type RawResponse, toRawResponse } from "./raw_response.ts";
import { toIncoming, toProxyParts } from "./web_request.ts";

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
export function createAuth<const C extends ConfigSource<Request>>(
  config: C,
): AuthInstance<SessionOf<C>> {
  const write = (_request: Request, cookies: readonly Cookie[]) =>
    toHeaders(cookies);
  const instance: AuthInstance = {
    ...createFunctions(config, { toIncoming, write }),
    // `raw` does not apply here: the handler always returns a Response.
    handler: (request, info) =>
      answer(request, config, info) as Promise<Response>,
    proxy: (options) => {
      assertProxy(options, config);
      return async (request) => {
        const { answerProxy } = await loadProxy();
        const asked = toHostRequest(request, toIncoming(request), config);
        const whole = { ...asked, ...toProxyParts(request) };
        return toPassedResponse(await answerProxy(whole, options));
      };
    },
    require: async (request, options = {}) => {
      const { requireSession } = await loadHostParts();
      const asked = toHostRequest(request, toIncoming(request), config);
      const passage = await requireSession(asked, options);
      if (passage.kind === "refused") return toResponse(passage.reply);
      const { session, cookies } = passage;
      return { session, headers: toHeaders(cookies) };
    },
  };
  // This is the session callback's own type, which only the compiler knows.
  return instance as AuthInstance<SessionOf<C>>;
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
  return isRaw ? toRawResponse(reply) : toResponse(reply);
}

function toHeaders(cookies: readonly Cookie[]): Headers {
  const headers = toCookieHeaders(cookies);
  if (cookies.length > 0) {
    for (const [name, value] of NO_STORE) headers.set(name, value);
  }
  return headers;
}
