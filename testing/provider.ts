/**
 * An OpenID provider inside the test process, with a switch for every fault.
 */

import { customFetch } from "../core/providers/oauth/oauth_config.ts";
import type {
  CustomFetch,
  OAuth2Config,
  OIDCConfig,
} from "../core/providers/oauth/oauth_config.ts";
import { mintAccessToken } from "./provider_access_tokens.ts";
import { applyFault, takeFault } from "./provider_apply.ts";
import { answers } from "./provider_endpoints.ts";
import type { Incoming } from "./provider_http.ts";
import { addExtraKeys, rotateKeys } from "./provider_keys.ts";
import { makeLogoutToken } from "./provider_logout.ts";
import type { FaultProviderOptions } from "./provider_options.ts";
import { createState, type ProviderState } from "./provider_state.ts";
import type {
  FaultProvider,
  ProviderEndpoint,
  ServedEndpoint,
} from "./provider_types.ts";

/**
 * Starts an OpenID provider in the test process, without a socket or login
 * page. Its authorization endpoint responds immediately, as if `user` had
 * signed in and consented. It checks what a real provider checks: client
 * authentication, the one-time code, `redirect_uri`, PKCE, DPoP proofs. Times
 * come from `Date.now()` at the time of the call: a mocked `Date` works.
 *
 * Key pairs are shared between the providers of a process to save time; they
 * are for tests only.
 *
 * @example
 * ```ts
 * import { createFaultProvider } from "@latchkey/auth/testing";
 *
 * const op = await createFaultProvider({ alg: "ES256" });
 * op.faults.token = [{ reset: true }, "ok"];
 * op.faults.idToken = { sign: "foreign" };
 *
 * const keys = await op.fetch(`${op.issuer}/jwks`);
 * console.assert(keys.ok && op.count("jwks") === 1);
 * ```
 *
 * @param options See {@link FaultProviderOptions}; every option has a default.
 * @returns The provider with its switches, see {@link FaultProvider}.
 */
export async function createFaultProvider(
  options: FaultProviderOptions = {},
): Promise<FaultProvider> {
  const state = await createState(options);
  const fetch: CustomFetch = (input, init) => fetchFrom(state, input, init);
  return {
    issuer: state.issuer,
    origin: new URL(state.issuer).origin,
    clientId: state.clientId,
    clientSecret: state.clientSecret,
    get user() {
      return state.user;
    },
    set user(user) {
      state.user = user;
    },
    get faults() {
      return state.faults;
    },
    set faults(faults) {
      state.faults = faults;
    },
    foreignJwk: state.keys.foreign.jwk,
    requests: state.requests,
    handler: async (request) =>
      await answer(state, await readRequest(request), request.signal),
    fetch,
    provider: (overrides) => toProviderConfig(state, fetch, overrides),
    plainProvider: (overrides) => toPlainConfig(state, fetch, overrides),
    count: (endpoint) =>
      state.requests.filter((one) => one.endpoint === endpoint).length,
    clearRequests: () => void state.requests.splice(0),
    rotateKeys: (how) => rotateKeys(state.keys, how),
    extraKeys: (count) => addExtraKeys(state.keys, count),
    createLogoutToken: (options = {}) => makeLogoutToken(state, options),
    mintAccessToken: (options) => mintAccessToken(state, options),
    revokeAccessToken: (token) => void state.accessTokens.delete(token),
    reset: () => resetFaults(state),
  };
}

/** Clears the object, which a test may keep: `const { faults } = op`. */
function resetFaults(state: ProviderState): void {
  for (const name of Object.keys(state.faults)) {
    Reflect.deleteProperty(state.faults, name);
  }
  state.signedOnce = false;
}

function toProviderConfig(
  state: ProviderState,
  fetch: CustomFetch,
  overrides: Partial<OIDCConfig> | undefined,
): OIDCConfig {
  return {
    id: "op",
    name: "Test Provider",
    type: "oidc",
    issuer: state.issuer,
    clientId: state.clientId,
    clientSecret: state.clientSecret,
    [customFetch]: fetch,
    ...overrides,
  };
}

function toPlainConfig(
  state: ProviderState,
  fetch: CustomFetch,
  overrides: Partial<OAuth2Config> | undefined,
): OAuth2Config {
  const { clientId, clientSecret, endpoints } = state;
  return {
    id: "op",
    name: "Test Provider",
    type: "oauth",
    authorization: endpoints.authorize,
    token: endpoints.token,
    userinfo: endpoints.userinfo,
    clientId,
    clientSecret,
    [customFetch]: fetch,
    ...overrides,
  };
}

async function readRequest(request: Request): Promise<Incoming> {
  // Read before the body: Bun forgets the content type of a form once it is
  // read.
  const headers = new Headers(request.headers);
  const body = await request.text();
  const type = headers.get("content-type") ?? "";
  const isForm = type.toLowerCase().startsWith(
    "application/x-www-form-urlencoded",
  );
  return {
    method: request.method,
    url: new URL(request.url),
    headers,
    body,
    form: isForm ? new URLSearchParams(body) : null,
  };
}

function findEndpoint(state: ProviderState, url: URL): ProviderEndpoint {
  const asked = url.origin + url.pathname;
  const names = Object.keys(state.endpoints) as ServedEndpoint[];
  return names.find((name) => state.endpoints[name] === asked) ?? "other";
}

async function answer(
  state: ProviderState,
  request: Incoming,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const endpoint = findEndpoint(state, request.url);
  const { method, url, form } = request;
  const headers = Object.fromEntries(request.headers);
  state.requests.push({ endpoint, method, url: url.href, headers, form });
  const fault = endpoint === "other" ? "ok" : takeFault(state.faults[endpoint]);
  return await applyFault(
    fault,
    async (error) => await answers[endpoint](state, request, error),
    signal,
  );
}

async function fetchFrom(
  state: ProviderState,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Response> {
  const request = new Request(input, init);
  // Taken from the caller: the signal of a Request only follows it, and not on
  // every platform.
  const signal = init?.signal ??
    (input instanceof Request ? input.signal : undefined);
  signal?.throwIfAborted();
  let incoming = await readRequest(request);
  for (let hops = 0; hops <= 20; hops++) {
    const response = await answer(state, incoming, signal);
    signal?.throwIfAborted();
    const location = response.headers.get("location");
    if (
      ![301, 302, 303, 307, 308].includes(response.status) || location === null
    ) return response;
    if (request.redirect === "manual") return response;
    if (request.redirect === "error") {
      throw new TypeError("fetch failed: unexpected redirect");
    }
    incoming = toNextHop(incoming, response.status, location);
  }
  throw new TypeError("fetch failed: too many redirects");
}

/** Builds the request that a redirect leads to, including the body: that is the danger. */
function toNextHop(
  incoming: Incoming,
  status: number,
  location: string,
): Incoming {
  const url = new URL(location, incoming.url);
  const headers = new Headers(incoming.headers);
  if (url.origin !== incoming.url.origin) headers.delete("authorization");
  const keepsMethod = status === 307 || status === 308 ||
    incoming.method === "GET";
  if (keepsMethod) return { ...incoming, url, headers };
  headers.delete("content-type");
  return { method: "GET", url, headers, body: "", form: null };
}
