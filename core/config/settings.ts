import {
  type AuthConfig,
  type JWTOptions,
  type Pages,
  raw,
  skipCSRFCheck,
  type Theme,
} from "./config.ts";
import type { Adapter } from "../model/adapter.ts";
import type { Callbacks, Events } from "./callbacks.ts";
import {
  findMailNeeds,
  readAdapter,
  type SessionStrategyName,
} from "../storage/adapter_needs.ts";
import type { CookiePolicy } from "../http/cookie_policy.ts";
import type { Keyring } from "../crypto/keys.ts";
import {
  createOptionReader,
  type Env,
  probeEnv,
  readEnv,
  readOriginsFromEnv,
} from "../runtime/env.ts";
import { createEmit, type Emit } from "./events.ts";
import type { Log } from "../runtime/log.ts";
import { type LimitRules, readLimits } from "./limit_rules.ts";
import { type MemoryStore, USE_LOG } from "../storage/memory_store.ts";
import { createConfigLog } from "./config_log.ts";
import { findProxyProblem } from "./providers/proxy_problem.ts";
import { Problems } from "../errors/config_problems.ts";
import type { OwnWords } from "./pages/own_words.ts";
import { listHeld, type ResolvedOAuth } from "../providers/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import {
  type Lifetime,
  readJwt,
  readOptions,
  readPlace,
} from "./read_options.ts";
import type { BrowserUpdate } from "./session_options.ts";
import { readSecrets } from "./read_secrets.ts";
import { type HostTrust, readTrust } from "./origin/read_trust.ts";
import { readTokens, type TokenSettings } from "./read_tokens.ts";
import { readCookies } from "./read_cookies.ts";
import { resolveProviders } from "./providers/resolve_provider.ts";
import { checkWebAuthn } from "./providers/resolve_webauthn.ts";
import {
  sharedKeyring,
  sharedStore,
  type WorkOwner,
} from "../storage/process_cache.ts";
import { warnUnusedCallbacks } from "./unused_callbacks.ts";
import type { Store } from "../model/store.ts";
import { toStoreCalls } from "../storage/store_calls.ts";

/** The configuration with every default filled in and every mistake found. */
export interface Settings extends HostTrust {
  readonly providers: ReadonlyMap<string, ResolvedProvider>;
  /** The providers that are held to the FAPI 2.0 Security Profile. */
  readonly held: readonly ResolvedOAuth[];
  readonly keyring: Keyring;
  readonly store: Store;
  /** Milliseconds. */
  readonly storeTimeout: number;
  /** Whether the application configured a store; the default one ends with the process. */
  readonly hasOwnStore: boolean;
  /** The adapter that stores users; null: none. */
  readonly adapter: Adapter | null;
  /** The configured public origin. */
  readonly origin: string | null;
  /** The configured path of the auth routes, as browsers see it. */
  readonly basePath: string | null;
  /** The path that the application sees, if a proxy strips a prefix of the public one. */
  readonly innerPath: string | null;
  /** The providers as configured, or the function that returns them. */
  readonly inputs: AuthConfig["providers"];
  readonly strategy: SessionStrategyName;
  readonly session: Required<{ [K in Lifetime]: number }>;
  /** The tokens of providers that are kept for use; null: none. */
  readonly tokens: TokenSettings | null;
  /** The code that accepts sessions of other libraries; `toAcceptance` gives it its type. */
  readonly accept: object | null;
  readonly generateSessionToken: (() => string) | null;
  readonly browserUpdate: false | BrowserUpdate | null;
  readonly jwt: Pick<JWTOptions, "encode" | "decode"> & {
    readonly secret: readonly string[];
    readonly keyring: Keyring;
    /** Seconds. */
    readonly maxAge: number;
  };
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Pages;
  readonly theme: Theme;
  readonly locale: string | null;
  readonly words: OwnWords;
  /** Whether forms are accepted without a CSRF token. */
  readonly skipsCsrf: boolean;
  /** Whether errors are thrown to the caller. */
  readonly raw: boolean;
  readonly useSecureCookies: boolean | null;
  /** Names and attributes on https, and on http. */
  readonly cookies: Readonly<Record<"secure" | "plain", CookiePolicy>>;
  /** Origins and patterns that a redirect proxy may redirect to; null: not configured. */
  readonly redirectProxyOrigins: readonly string[] | null;
  readonly limits: LimitRules;
  readonly clientAddress: AuthConfig["clientAddress"] | null;
  /** Milliseconds. */
  readonly providerTimeout: number;
  /** Equal for equal configurations. */
  readonly key: string;
  /**
   * The cache key of session reads, equal in each part for configurations that
   * read a session alike. It contains the functions themselves, because the
   * library cannot tell what they do.
   */
  readonly owner: WorkOwner;
  readonly log: Log;
  readonly emit: Emit;
}

/** Only a cache: everything that must outlive a config object is in process_cache.ts. */
const memo = new WeakMap<AuthConfig, Settings>();

/**
 * Resolves the settings of a configuration.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function resolveSettings(
  config: AuthConfig,
  env: Env = readEnv,
): Settings {
  const known = memo.get(config);
  if (known !== undefined) return known;
  const problems = new Problems();
  const settings = buildSettings(config, env, problems);
  problems.throwIfAny("read");
  warnUnusedCallbacks(settings);
  memo.set(config, settings);
  return settings;
}

/**
 * Finds the mistakes in the object, and the variables that may not be read, at
 * start-up. The settings lack the environment, which may not be loaded yet.
 *
 * @throws ConfigurationError that lists every such mistake
 */
export function assertConfig(config: AuthConfig): Settings {
  const problems = new Problems();
  const settings = buildSettings(config, probeEnv, problems);
  problems.throwIfAny("not read");
  return settings;
}

function buildSettings(
  config: AuthConfig,
  variables: Env,
  problems: Problems,
): Settings {
  const env = createOptionReader(variables, problems.deny);
  const secrets = readSecrets(config.secret, env, problems);
  const place = readPlace(config, env, problems);
  const providers = resolveProviders(config, env, problems);
  const options = readOptions(config, "", problems.add);
  const { generateSessionToken, browserUpdate, strategy: named, ...session } =
    options.session;
  const strategy = named ??
    (config.adapter === undefined ? "jwt" : "database");
  const jwt = readJwt(config.jwt ?? {}, secrets, session.maxAge, problems);
  // Renews short sessions in use before they end.
  if (config.session?.updateAge === undefined) {
    session.updateAge = Math.min(session.updateAge, jwt.maxAge / 2);
  }
  const trust = readTrust(config.trustHost, place.origin, {
    env: variables,
    problems,
  });
  const key = JSON.stringify([
    secrets,
    place,
    trust.trustsSeveral,
    strategy,
    session,
    config.useSecureCookies,
    config.cookies,
    jwt.secret,
    jwt.maxAge,
  ]);
  const storeTimeout = 1000 * options.storeTimeout;
  const store = config.store ?? sharedStore(secrets);
  const adapter = readAdapter(config.adapter, strategy, problems);
  checkWebAuthn(config, providers, problems);
  const redirectProxyOrigins = config.redirectProxyOrigins ??
    readOriginsFromEnv(env) ?? null;
  findProxyProblem({ ...place, providers, redirectProxyOrigins }, problems);
  findMailNeeds(adapter, providers, problems);
  const [callbacks, events] = [config.callbacks ?? {}, config.events ?? {}];
  const log = createConfigLog(config, providers, [...secrets, ...jwt.secret]);
  (store as Partial<MemoryStore>)[USE_LOG]?.(log);
  return Object.freeze({
    ...place,
    providers,
    held: listHeld(providers.values()),
    strategy,
    session,
    generateSessionToken,
    browserUpdate,
    jwt,
    keyring: sharedKeyring(secrets),
    // The default store is synchronous and returns valid values.
    store: config.store ? toStoreCalls(store, storeTimeout) : store,
    storeTimeout,
    hasOwnStore: Boolean(config.store),
    adapter,
    ...trust,
    inputs: config.providers,
    callbacks,
    events,
    pages: config.pages ?? {},
    theme: config.theme ?? {},
    locale: config.locale ?? null,
    words: config.words ?? {},
    // Compared by description, because another copy of the library has its own symbol.
    skipsCsrf: config.skipCSRFCheck?.description === skipCSRFCheck.description,
    raw: config.raw?.description === raw.description,
    useSecureCookies: config.useSecureCookies ?? null,
    ...readCookies(config, place, problems),
    tokens: readTokens({ ...config, providers }, adapter, problems.add),
    redirectProxyOrigins,
    limits: readLimits(config.limits, providers.values(), problems.add),
    clientAddress: options.clientAddress,
    providerTimeout: 1000 * options.providerTimeout,
    key,
    owner: [
      key,
      store,
      config.adapter,
      jwt.encode,
      jwt.decode,
      callbacks.jwt,
      callbacks.session,
      events.session,
    ],
    log,
    emit: createEmit(events, log),
  });
}
