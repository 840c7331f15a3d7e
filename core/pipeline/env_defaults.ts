import type { AuthConfig } from "../config/config.ts";
import { withoutUndefined } from "../runtime/without_undefined.ts";
import {
  type Env,
  readOriginsFromEnv,
  readSecretsFromEnv,
  readTrustFromEnv,
  toEnvPrefix,
  withoutEmpty,
} from "../runtime/env.ts";
import {
  fixedPlaces,
  isOAuth,
  type OAuthProvider,
  type Placed,
} from "../providers/oauth_provider.ts";
import { toOrigin } from "../config/origin.ts";
import type { ProviderInput } from "../providers/provider.ts";
import { readProviderEnv } from "../config/provider_env.ts";
import { joinPaths } from "../config/read_options.ts";
import { type AuthAction, DEFAULT_BASE_PATH } from "../request/request_head.ts";

/** An environment: a record, or a function from a name to a value. */
export type EnvSource =
  | Readonly<Record<string, string | undefined>>
  | ((name: string) => string | undefined);

/**
 * Fills the unset keys of a configuration from an environment, for frameworks
 * whose environment is not that of the process. The one function that writes to
 * the host's object; the library itself never calls it.
 *
 * @param env the environment
 * @param config the configuration to fill
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { type AuthConfig, setEnvDefaults } from "@latchkey/auth";
 *
 * const config: AuthConfig = { providers: [] };
 * setEnvDefaults({ AUTH_URL: "https://app.example.com/auth" }, config);
 * assert.equal(config.origin, "https://app.example.com");
 * assert.equal(config.basePath, "/auth");
 * ```
 */
export function setEnvDefaults(env: EnvSource, config: AuthConfig): void {
  const variables: Env = typeof env === "function" ? env : (name) => env[name];
  const get = withoutEmpty(variables);
  const url = toUrl(get("AUTH_URL"));
  const path = url?.pathname.replace(/\/$/, "") ?? "";
  const secrets = readSecretsFromEnv(get);
  if (secrets.length > 0) config.secret ??= secrets;
  if (url !== null) config.origin ??= url.origin;
  if (path !== "") config.basePath ??= path;
  const proxy = get("AUTH_REDIRECT_PROXY_URL");
  if (proxy !== undefined) config.redirectProxyUrl ??= proxy;
  const origins = readOriginsFromEnv(get);
  if (origins !== undefined) config.redirectProxyOrigins ??= origins;
  const mode = get("NODE_ENV");
  const trust = readTrustFromEnv(variables) ??
    (mode === undefined ? undefined : mode !== "production");
  if (trust !== undefined) config.trustHost ??= trust;
  // Neither a function nor a list that is missing: that is for others to say.
  if (Array.isArray(config.providers)) {
    const inputs: readonly ProviderInput[] = config.providers;
    config.providers = inputs.map((input) => withEnv(input, get));
  }
}

/** A provider with what the environment holds for its effective id. */
function withEnv(input: ProviderInput, env: Env): ProviderInput {
  const provider = typeof input === "function" ? input({} as never) : input;
  if (provider.type === "credentials" || provider.type === "webauthn") {
    return input;
  }
  const { id = provider.id } = (provider.options ?? {}) as { id?: string };
  const found = withoutUndefined(readProviderEnv({ ...provider, id }, env));
  const filled = typeof input === "function"
    ? input(found as never)
    : { ...provider, ...found } as typeof provider;
  const issuer = env(`${toEnvPrefix(id)}_ISSUER`);
  return isOAuth(filled) && issuer !== undefined
    ? withPlace(filled, issuer)
    : filled;
}

/** The library may not see this environment, which is the same for every request. */
function withPlace(provider: OAuthProvider, issuer: string): OAuthProvider {
  const places = (provider as Placed)[fixedPlaces] ?? [];
  const placed: OAuthProvider & Placed = {
    ...provider,
    [fixedPlaces]: [...places, issuer],
  };
  return placed;
}

/**
 * The URL of an action: below `AUTH_URL`, else below the host that the headers
 * name. A pure function: it believes the headers that it is given, so hand it
 * those of a trusted proxy only.
 *
 * @param action the action
 * @param protocol `http` or `https`, if no header says otherwise; without one, `https`
 * @param headers of the request
 * @param env the environment
 * @param options the configured base path, which wins over that of `AUTH_URL`
 * @throws TypeError if neither names a usable host
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createActionURL } from "@latchkey/auth";
 *
 * const headers = new Headers({ host: "app.example.com" });
 * const url = createActionURL("signin", "https", headers, {}, {
 *   basePath: "/auth",
 * });
 * assert.equal(url.href, "https://app.example.com/auth/signin");
 * ```
 */
export function createActionURL(
  action: AuthAction,
  protocol: string | undefined,
  headers: Headers,
  env: EnvSource,
  options: { basePath?: string | undefined } = {},
): URL {
  const get: Env = (name) => typeof env === "function" ? env(name) : env[name];
  const url = toUrl(get("AUTH_URL") || undefined);
  // A bare origin sets the origin only.
  const own = url?.pathname.replace(/\/$/, "") ?? "";
  const { basePath } = joinPaths(options.basePath, own);
  const segments = (basePath ?? DEFAULT_BASE_PATH).split("/");
  const isPart = (segment: string) => segment !== "";
  const path = segments
    .slice(segments.findIndex(isPart), segments.findLastIndex(isPart) + 1)
    .join("/");
  const target = new URL(
    url?.origin ?? toHostOrigin(protocol || "https", headers),
  );
  // Set, not parsed along: whatever it holds, it stays a path.
  target.pathname = path === "" ? action : `${path}/${action}`;
  return target;
}

function toHostOrigin(protocol: string, headers: Headers): string {
  const scheme = toFirst(headers.get("x-forwarded-proto")) ?? protocol;
  const host = toFirst(headers.get("x-forwarded-host")) ?? headers.get("host");
  const origin = toOrigin(`${scheme.replace(/:$/, "")}://${host ?? ""}`);
  if (origin === null) throw new TypeError("The headers name no usable host.");
  return origin;
}

/** What the proxy nearest to the visitor said. */
function toFirst(header: string | null): string | null {
  return header?.split(",")[0]?.trim() || null;
}

function toUrl(text: string | undefined): URL | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return toOrigin(url.origin) === null ? null : url;
}
