import { type AuthConfig, raw, skipCSRFCheck } from "./config.ts";
import { readAudit } from "./audit_options.ts";
import { readAdapter, reportNeeds } from "../storage/adapter_needs.ts";
import {
  createOptionReader,
  type Env,
  probeEnv,
  readEnv,
  readOriginsFromEnv,
} from "../runtime/env.ts";
import { createEmit } from "./events.ts";
import { readLimits } from "./limit_rules.ts";
import { type MemoryStore, USE_LOG } from "../storage/memory_store.ts";
import { createConfigLog } from "./config_log.ts";
import { reportRedirectProxy } from "./providers/redirect_proxy_problem.ts";
import { Problems } from "../errors/config_problems.ts";
import { listHeld } from "../providers/oauth/oauth_provider.ts";
import { readJwt, readOptions, readPlace } from "./read_options.ts";
import { readLifetimes } from "./lifetimes.ts";
import { readSecrets } from "./read_secrets.ts";
import { readTrust } from "./origin/read_trust.ts";
import { readTokens } from "./read_tokens.ts";
import { readUserFields } from "./read_user_fields.ts";
import { readCookies } from "./read_cookies.ts";
import { resolveProviders } from "./providers/resolve_provider.ts";
import { checkWebAuthn } from "./providers/resolve_webauthn.ts";
import { sharedKeyring, sharedStore } from "../storage/process_cache.ts";
import { warnUnusedCallbacks } from "./unused_callbacks.ts";
import { toStoreCalls } from "../storage/store_calls.ts";

import type { Settings } from "./settings.ts";

/** Only a cache: what must outlive a config object is kept by value, in `core/storage/`. */
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
 * start-up. The returned settings lack the environment, which may not be loaded
 * yet.
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
  const sessions = toSessions(config, options.session, { secrets, problems });
  const { strategy, jwt } = sessions;
  const trust = readTrust(config.trustHost, place.origin, {
    env: variables,
    problems,
  });
  const adapter = readAdapter(config.adapter, strategy, problems);
  checkWebAuthn(config, providers, problems);
  const redirectProxyOrigins = config.redirectProxyOrigins ??
    readOriginsFromEnv(env) ?? null;
  reportRedirectProxy({ ...place, providers, redirectProxyOrigins }, problems);
  reportNeeds(adapter, providers, problems);
  const log = createConfigLog(config, providers, [...secrets, ...jwt.secret]);
  const store = config.store ?? sharedStore(secrets);
  (store as Partial<MemoryStore>)[USE_LOG]?.(log);
  const storeTimeout = 1000 * options.storeTimeout;
  const [callbacks, events] = [config.callbacks ?? {}, config.events ?? {}];
  const key = toKey(config, { secrets, place, trust, sessions });
  return Object.freeze({
    config,
    ...place,
    ...trust,
    ...sessions,
    ...readCookies(config, place, problems),
    ...toPages(config),
    providers,
    held: listHeld(providers.values()),
    keyring: sharedKeyring(secrets),
    // The default store is synchronous and returns valid values.
    store: config.store ? toStoreCalls(store, storeTimeout) : store,
    storeTimeout,
    hasOwnStore: Boolean(config.store),
    adapter,
    userFields: readUserFields(config.user, problems.add),
    callbacks,
    events,
    ...toSwitches(config),
    tokens: readTokens({ ...config, providers }, adapter, problems.add),
    redirectProxyOrigins,
    limits: readLimits(config.limits, providers.values(), problems.add),
    ...toNetwork(options),
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
    audit: readAudit(config.audit, adapter),
  });
}

type Sessions = Pick<
  Settings,
  | "strategy"
  | "session"
  | "sessionMaxAge"
  | "rememberMe"
  | "generateSessionToken"
  | "browserUpdate"
  | "jwt"
>;

/** How sessions are kept, and for how long. */
function toSessions(
  config: AuthConfig,
  options: ReturnType<typeof readOptions>["session"],
  { secrets, problems }: {
    readonly secrets: readonly string[];
    readonly problems: Problems;
  },
): Sessions {
  const { maxAge, absoluteMaxAge, updateAge, revocationCheck, ...own } =
    options;
  const { strategy: named, ...others } = own;
  const short = config.session?.shortMaxAge;
  const session = {
    ...readLifetimes({ maxAge, absoluteMaxAge }, short, problems),
    absoluteMaxAge,
    updateAge,
    revocationCheck,
  };
  const strategy = named ??
    (config.adapter === undefined ? "jwt" : "database");
  const jwt = readJwt(config.jwt ?? {}, secrets, session.longest, problems);
  // Renews short sessions in use before they end.
  if (config.session?.updateAge === undefined) {
    session.updateAge = Math.min(session.updateAge, jwt.maxAge / 2);
  }
  const sessionMaxAge = typeof maxAge === "function" ? maxAge : null;
  return { ...others, strategy, session, sessionMaxAge, jwt };
}

/** Text that is equal for configurations that read the same sessions. */
function toKey(
  { useSecureCookies, cookies, user }: AuthConfig,
  { secrets, place, trust, sessions: { strategy, session, jwt } }: {
    readonly secrets: readonly string[];
    readonly place: ReturnType<typeof readPlace>;
    readonly trust: ReturnType<typeof readTrust>;
    readonly sessions: Sessions;
  },
): string {
  return JSON.stringify([
    secrets,
    place,
    trust.trustsSeveral,
    strategy,
    session,
    useSecureCookies,
    cookies,
    jwt.secret,
    jwt.maxAge,
    user?.fields,
  ]);
}

/** Who may send requests, from where, and how long the provider may take. */
function toNetwork(
  { clientAddress, cors, providerTimeout }: ReturnType<typeof readOptions>,
) {
  return {
    clientAddress,
    corsOrigins: cors.origins,
    providerTimeout: 1000 * providerTimeout,
  };
}

function toSwitches(config: AuthConfig) {
  return {
    // Compared by description, because another copy of the library has its own symbol.
    skipsCsrf: config.skipCSRFCheck?.description === skipCSRFCheck.description,
    raw: config.raw?.description === raw.description,
    useSecureCookies: config.useSecureCookies ?? null,
  };
}

/** What pages look like, in which words. */
function toPages({ pages, theme, locale, words }: AuthConfig) {
  return {
    pages: pages ?? {},
    theme: theme ?? {},
    locale: locale ?? null,
    words: words ?? {},
  };
}
