import type {
  AuthConfig,
  Callbacks,
  Events,
  Pages,
  SessionOptions,
} from "./config.ts";
import type { Keyring } from "./crypto/keys.ts";
import { type Env, toEnvPrefix } from "./env.ts";
import { ConfigurationError } from "./errors.ts";
import { createLog, type Log } from "./log.ts";
import { isLoopback, toOrigin } from "./origin.ts";
import {
  customFetch,
  type Provider,
  type ResolvedProvider,
  toUser,
} from "./provider.ts";
import { toHostTarget } from "./redirects.ts";
import { isFirstWarning, sharedKeyring, sharedStore } from "./shared.ts";
import type { Store } from "./store.ts";

/** The configuration with every default filled in and every mistake found. */
export interface Settings {
  readonly providers: ReadonlyMap<string, ResolvedProvider>;
  readonly keyring: Keyring;
  readonly store: Store;
  /** The configured public origin. */
  readonly origin: string | null;
  /** The configured path of the auth routes. */
  readonly basePath: string | null;
  readonly trustsHost: (host: string) => boolean;
  readonly session: Required<{ [K in Lifetime]: number }>;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Pages;
  readonly useSecureCookies: boolean | null;
  /** Milliseconds. */
  readonly providerTimeout: number;
  /** Equal for equal configurations: what a remembered session read is filed under. */
  readonly key: string;
  readonly log: Log;
}

type Lifetime = "maxAge" | "updateAge" | "absoluteMaxAge";

/** A mistake; one that is `mendable` may vanish when the environment is loaded. */
interface Problem {
  readonly message: string;
  readonly mendable: boolean;
}

class Problems {
  readonly found: Problem[] = [];
  add(message: string): void {
    this.found.push({ message, mendable: false });
  }
  addMendable(message: string): void {
    this.found.push({ message, mendable: true });
  }
}

const DAY = 86_400;
/** Browsers keep no cookie longer (RFC 6265bis section 5.5). */
const MAX_MAX_AGE = 400 * DAY;

/** A shortcut only: everything that must outlive a config object is in shared.ts. */
const memo = new WeakMap<AuthConfig, Settings>();

/**
 * Settings of a configuration.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function resolveSettings(config: AuthConfig, env: Env): Settings {
  const known = memo.get(config);
  if (known !== undefined) return known;
  const problems = new Problems();
  const settings = buildSettings(config, env, problems);
  if (problems.found.length > 0) {
    throw new ConfigurationError(problems.found.map((one) => one.message));
  }
  warnAtStart(config, settings, env);
  memo.set(config, settings);
  return settings;
}

/**
 * Finds the mistakes that are in the object itself, at start-up, when the
 * environment may not be loaded yet.
 *
 * @throws ConfigurationError that lists every such mistake
 */
export function assertConfig(config: AuthConfig): void {
  const problems = new Problems();
  buildSettings(config, () => undefined, problems);
  const certain = problems.found.filter((one) => !one.mendable);
  if (certain.length > 0) {
    throw new ConfigurationError(certain.map((one) => one.message));
  }
}

function buildSettings(
  config: AuthConfig,
  env: Env,
  problems: Problems,
): Settings {
  const secrets = readSecrets(config, env, problems);
  const place = readPlace(config, env, problems);
  const providers = readProviders(config, env, problems);
  const session = readSession(config.session ?? {}, problems);
  const clientSecrets = [...providers.values()]
    .flatMap((provider) => provider.clientSecret ?? []);
  return Object.freeze({
    ...place,
    providers,
    session,
    keyring: sharedKeyring(secrets),
    store: config.store ?? sharedStore(secrets),
    trustsHost: readTrust(config.trustHost, env),
    callbacks: config.callbacks ?? {},
    events: config.events ?? {},
    pages: readPages(config.pages ?? {}, problems),
    useSecureCookies: config.useSecureCookies ?? null,
    providerTimeout: 1000 *
      readSeconds("providerTimeout", config.providerTimeout, 5, 60, problems),
    key: JSON.stringify([secrets, place, session, config.useSecureCookies]),
    log: createLog(config.logger ?? {}, config.debug ?? false, [
      ...secrets,
      ...clientSecrets,
    ]),
  });
}

function readSecrets(
  config: AuthConfig,
  env: Env,
  problems: Problems,
): readonly string[] {
  const configured = typeof config.secret === "string"
    ? [config.secret]
    : config.secret ?? [];
  const numbered = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `AUTH_SECRET_${n}`);
  const secrets = configured.length > 0
    ? configured
    : [...numbered, "AUTH_SECRET"].flatMap((name) => env(name) ?? []);
  if (secrets.length === 0) {
    problems.addMendable(
      "No secret: set AUTH_SECRET to a random text of at least 32 characters (`openssl rand -base64 32`).",
    );
  }
  for (const [i, secret] of secrets.entries()) {
    if (typeof secret !== "string" || secret.length < 32) {
      problems.add(
        `Secret ${
          i + 1
        } is shorter than 32 characters: make one with \`openssl rand -base64 32\`.`,
      );
    } else if (new Set(secret).size === 1) {
      problems.add(
        `Secret ${i + 1} repeats one character: it protects nothing.`,
      );
    }
  }
  if (new Set(secrets).size < secrets.length) {
    problems.add("The same secret is listed twice: remove one.");
  }
  // A list may hold variables of the host's that are not set.
  return secrets.filter((secret) => typeof secret === "string");
}

function readPlace(
  config: AuthConfig,
  env: Env,
  problems: Problems,
): { origin: string | null; basePath: string | null } {
  const authUrl = env("AUTH_URL");
  let fromUrl: URL | null = null;
  if (authUrl !== undefined) {
    if (URL.canParse(authUrl)) fromUrl = new URL(authUrl);
    if (fromUrl === null || toOrigin(fromUrl.origin) === null) {
      problems.add(
        'AUTH_URL is no http(s) URL: write it like "https://app.example.com".',
      );
      fromUrl = null;
    }
  }
  const origin = config.origin ?? fromUrl?.origin ?? null;
  const path = fromUrl?.pathname.replace(/\/$/, "") ?? "";
  const basePath = config.basePath ?? (path === "" ? null : path);
  if (origin !== null && toOrigin(origin) !== origin) {
    problems.add(
      '`origin` must be an origin without a path, like "https://app.example.com".',
    );
  }
  if (basePath !== null && !/^(?:\/[A-Za-z0-9._~+@-]+)+$/.test(basePath)) {
    problems.add(
      '`basePath` must begin with "/" and not end with one, like "/auth".',
    );
  }
  return { origin, basePath };
}

/** Platforms that route by host name and set the Host header themselves. */
const PLATFORMS = [
  "VERCEL",
  "CF_PAGES",
  "NETLIFY",
  "RENDER",
  "DENO_DEPLOYMENT_ID",
];

function readTrust(
  option: AuthConfig["trustHost"],
  env: Env,
): (host: string) => boolean {
  if (typeof option === "function") return option;
  if (typeof option === "object") {
    const hosts = new Set(option.map((host) => host.toLowerCase()));
    return (host) => hosts.has(host);
  }
  const variable = env("AUTH_TRUST_HOST");
  const trusted = option ??
    (variable !== undefined
      ? variable !== "false" && variable !== "0"
      : PLATFORMS.some((name) => env(name) !== undefined) ||
        env("NODE_ENV") !== "production");
  return () => trusted;
}

function readSession(
  options: SessionOptions,
  problems: Problems,
): Settings["session"] {
  const { strategy, maxAge, updateAge, absoluteMaxAge } = options;
  if (strategy !== undefined && strategy !== "jwt") {
    problems.add(`\`session.strategy\` must be "jwt".`);
  }
  const read = (
    name: "maxAge" | "updateAge",
    value: number | undefined,
    other: number,
  ) => readSeconds(`session.${name}`, value, other, MAX_MAX_AGE, problems);
  return {
    maxAge: read("maxAge", maxAge, 30 * DAY),
    updateAge: updateAge === 0 ? 0 : read("updateAge", updateAge, DAY),
    absoluteMaxAge: absoluteMaxAge === false ? Infinity : readSeconds(
      "session.absoluteMaxAge",
      absoluteMaxAge,
      90 * DAY,
      3650 * DAY,
      problems,
    ),
  };
}

function readSeconds(
  name: string,
  value: unknown,
  fallback: number,
  most: number,
  problems: Problems,
): number {
  if (value === undefined) return fallback;
  if (typeof value === "number" && value > 0 && value <= most) return value;
  problems.add(
    `\`${name}\` must be a number of seconds above 0 and at most ${most}.`,
  );
  return fallback;
}

function readPages(pages: Pages, problems: Problems): Pages {
  for (const [name, url] of Object.entries(pages)) {
    // Any origin serves to see whether the text is a path or an http(s) URL.
    if (url !== undefined && toHostTarget(url, "http://localhost") === null) {
      problems.add(`\`pages.${name}\` must be a path like "/sign-in".`);
    }
  }
  return pages;
}

function readProviders(
  config: AuthConfig,
  env: Env,
  problems: Problems,
): ReadonlyMap<string, ResolvedProvider> {
  const providers = new Map<string, ResolvedProvider>();
  if (!Array.isArray(config.providers)) {
    problems.add("`providers` is missing: list the providers, or [] for none.");
    return providers;
  }
  for (const input of config.providers) {
    const provider: Provider = typeof input === "function"
      ? input({} as never)
      : input;
    if (!isProviderId(provider?.id)) {
      problems.add(
        "A provider's `id` must be 1 to 64 letters, digits, `-` or `_`.",
      );
    } else if (providers.has(provider.id)) {
      problems.add(`Two providers have the id "${provider.id}".`);
    } else {
      providers.set(provider.id, resolveProvider(provider, env, problems));
    }
  }
  return providers;
}

function isProviderId(id: unknown): boolean {
  return typeof id === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

function resolveProvider(
  provider: Provider,
  env: Env,
  problems: Problems,
): ResolvedProvider {
  const prefix = toEnvPrefix(provider.id);
  const issuer = provider.issuer ?? env(`${prefix}_ISSUER`) ?? "";
  const clientId = provider.clientId ?? env(`${prefix}_ID`) ?? "";
  const where = `Provider "${provider.id}"`;
  if (provider.type !== "oidc") {
    problems.add(`${where}: \`type\` must be "oidc".`);
  }
  if (issuer === "") {
    problems.addMendable(
      `${where} has no issuer: set \`issuer\` or ${prefix}_ISSUER.`,
    );
  } else if (!isIssuer(issuer)) {
    problems.add(
      `${where}: the issuer must be an https URL without query or fragment (http on loopback only).`,
    );
  }
  if (clientId === "") {
    problems.addMendable(
      `${where} has no client id: set \`clientId\` or ${prefix}_ID.`,
    );
  }
  return {
    id: provider.id,
    name: provider.name ?? provider.id,
    type: provider.type,
    issuer,
    clientId,
    clientSecret: provider.clientSecret ?? env(`${prefix}_SECRET`) ?? null,
    params: {
      scope: "openid profile email",
      ...provider.authorization?.params,
    },
    client: provider.client ?? {},
    profile: provider.profile ?? toUser,
    style: provider.style ?? {},
    fetch: provider[customFetch] ?? ((input, init) => fetch(input, init)),
  };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const url = new URL(text);
  return url.protocol === "https:" ||
    url.protocol === "http:" && isLoopback(url);
}

function warnAtStart(config: AuthConfig, settings: Settings, env: Env): void {
  if (env("NODE_ENV") !== "production") return;
  if (config.store === undefined && isFirstWarning(`store ${settings.key}`)) {
    settings.log.warn(
      "memory-store",
      "Sign-outs are remembered in this process only, until it ends. Hand in a shared `store` if several processes serve this application.",
    );
  }
}
