import type { AuthConfig } from "../config/config.ts";
import { withoutUndefined } from "../runtime/without_undefined.ts";
import {
  createOptionReader,
  type Env,
  type ReadOption,
  readOriginsFromEnv,
  readSecretsFromEnv,
  readTrustFromEnv,
  readVariable,
  toEnvPrefix,
} from "../runtime/env.ts";
import { Problems } from "../errors/config_problems.ts";
import type { OAuthProvider } from "../providers/oauth/oauth_config.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { Placed } from "../providers/definition/placed.ts";
import { fixedPlaces } from "../providers/definition/symbols.ts";
import { toOrigin } from "../config/origin/origin.ts";
import type { Provider, ProviderInput } from "../providers/provider.ts";
import {
  fillFromEnv,
  readProviderEnv,
} from "../config/providers/provider_env.ts";
import { joinPaths } from "../config/read_options.ts";
import { DEFAULT_BASE_PATH } from "../http/redirects.ts";
import type { AuthAction } from "../request/actions.ts";

/** An environment: a record, or a function from a name to a value. */
export type EnvSource =
  | Readonly<Record<string, string | undefined>>
  | ((name: string) => string | undefined);

/**
 * Fills the unset keys of a configuration from an environment, for frameworks
 * that do not use the process environment. This is the only function that
 * changes the application's object; the library itself never calls it.
 *
 * @param env the environment
 * @param config the configuration to fill
 * @throws ConfigurationError if a variable that is needed may not be read
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
  const problems = new Problems();
  const get = createOptionReader(variables, problems.deny);
  const url = toUrl(get(
    "AUTH_URL",
    config.origin === undefined ? undefined : "optional",
  ));
  const path = url?.pathname.replace(/\/$/, "") ?? "";
  if (config.secret === undefined) {
    const secrets = readSecretsFromEnv(get);
    if (secrets.length > 0) config.secret = secrets;
  }
  if (url !== null) config.origin ??= url.origin;
  if (path !== "") config.basePath ??= path;
  const proxy = get("AUTH_REDIRECT_PROXY_URL", "optional");
  if (proxy !== undefined) config.redirectProxyUrl ??= proxy;
  const origins = readOriginsFromEnv(get);
  if (origins !== undefined) config.redirectProxyOrigins ??= origins;
  const trust = readTrust(variables, config.origin, problems);
  if (trust !== undefined) config.trustHost ??= trust;
  // A function, or a missing list, is validated elsewhere.
  if (Array.isArray(config.providers)) {
    const inputs: readonly ProviderInput[] = config.providers;
    config.providers = inputs.map((input) => withEnv(input, get));
  }
  problems.throwIfAny("read");
}

/** Whether an environment trusts the host; undefined if it leaves that open. */
function readTrust(
  env: Env,
  origin: string | undefined,
  problems: Problems,
): boolean | undefined {
  const named = readTrustFromEnv(env);
  const mode = readVariable(env, "NODE_ENV");
  if (origin === undefined && named === null) problems.deny("AUTH_TRUST_HOST");
  if (origin === undefined && mode === null) problems.deny("NODE_ENV");
  if (typeof named === "boolean") return named;
  // Another mode says neither, so that mails still need a host that is named.
  if (mode === "production") return false;
  return mode === "development" || mode === "test" ? true : undefined;
}

/** Fills in a provider from the environment variables of its effective id. */
function withEnv(input: ProviderInput, env: ReadOption): ProviderInput {
  const provider = typeof input === "function" ? input({} as never) : input;
  if (provider.type === "credentials" || provider.type === "webauthn") {
    return input;
  }
  const { id = provider.id } = (provider.options ?? {}) as { id?: string };
  // A factory's own values are not options of the application.
  const own = typeof input === "function" ? { type: provider.type } : provider;
  const found = withoutUndefined(
    readProviderEnv({ ...own, id } as Provider, env),
  );
  const filled = typeof input === "function"
    ? input(found as never)
    : { ...provider, ...found } as typeof provider;
  const issuer = env(`${toEnvPrefix(id)}_ISSUER`, "optional");
  if (!isOAuth(filled)) return filled;
  const placed = fillFromEnv(filled, env);
  return issuer === undefined ? placed : withPlace(placed, issuer);
}

/**
 * Marks an issuer as the same for every request: the library may not see this
 * environment itself.
 */
function withPlace(provider: OAuthProvider, issuer: string): OAuthProvider {
  const places = (provider as Placed)[fixedPlaces] ?? [];
  const placed: OAuthProvider & Placed = {
    ...provider,
    [fixedPlaces]: [...places, issuer],
  };
  return placed;
}

/**
 * Returns the URL of an action: below `AUTH_URL`, or else below the host in the
 * headers. This is a pure function that trusts the headers it is given, so pass
 * only headers set by a trusted proxy.
 *
 * @param action the action
 * @param protocol `http` or `https`, used if no header names one; default
 * `https`
 * @param headers the request headers
 * @param env the environment
 * @param options the configured base path, which takes precedence over that of
 * `AUTH_URL`
 * @throws TypeError if neither names a usable host, ConfigurationError if
 * `AUTH_URL` may not be read
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
  const variables: Env = typeof env === "function" ? env : (name) => env[name];
  const problems = new Problems();
  const get = createOptionReader(variables, problems.deny);
  const url = toUrl(get("AUTH_URL"));
  problems.throwIfAny("read");
  // A URL without a path sets the origin only.
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
  // The path is assigned rather than parsed, so no input can change the origin.
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

/**
 * Returns the first value of a header, set by the proxy nearest to the visitor.
 */
function toFirst(header: string | null): string | null {
  return header?.split(",")[0]?.trim() || null;
}

function toUrl(text: string | undefined): URL | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return toOrigin(url.origin) === null ? null : url;
}
