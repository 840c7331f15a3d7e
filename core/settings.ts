import {
  type AuthConfig,
  type Callbacks,
  type CookieOptions,
  type Events,
  type JWTOptions,
  type Pages,
  raw,
  type SessionOptions,
  skipCSRFCheck,
  type Theme,
} from "./config.ts";
import {
  type CookieOverride,
  type CookiePolicy,
  type CookieRole,
  findCookieProblem,
  toCookiePolicy,
} from "./cookies.ts";
import type { Keyring } from "./crypto/keys.ts";
import { type Env, readSecretsFromEnv, withoutEmpty } from "./env.ts";
import { createEmit, type Emit } from "./events.ts";
import { createLog, type Log } from "./log.ts";
import { toOrigin } from "./origin.ts";
import { Problems } from "./problems.ts";
import type { ResolvedProvider } from "./provider.ts";
import { toHostTarget } from "./redirects.ts";
import { resolveProviders } from "./resolve_provider.ts";
import {
  isFirstWarning,
  sharedKeyring,
  sharedStore,
  type WorkOwner,
} from "./shared.ts";
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
  readonly jwt: {
    readonly secret: readonly string[];
    readonly keyring: Keyring;
    /** Seconds. */
    readonly maxAge: number;
    readonly encode: JWTOptions["encode"];
    readonly decode: JWTOptions["decode"];
  };
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Pages;
  readonly theme: Theme;
  /** Forms are not asked for their token. */
  readonly skipsCsrf: boolean;
  /** Errors are thrown to the caller. */
  readonly raw: boolean;
  readonly useSecureCookies: boolean | null;
  /** Names and attributes on https, and on http. */
  readonly cookies: Readonly<Record<"secure" | "plain", CookiePolicy>>;
  /** Where a redirect proxy may send people on to; null: to whoever shares the secret. */
  readonly redirectProxyOrigins: readonly string[] | null;
  /** Milliseconds. */
  readonly providerTimeout: number;
  /** Equal for equal configurations. */
  readonly key: string;
  /**
   * Equal, part by part, for configurations that read a session alike: what a
   * remembered read is filed under. The functions are parts, because nobody
   * else can tell what they do.
   */
  readonly owner: WorkOwner;
  readonly log: Log;
  readonly emit: Emit;
}

type Lifetime = "maxAge" | "updateAge" | "absoluteMaxAge";

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
  problems.throwIfAny("read");
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
  problems.throwIfAny("not read");
}

function buildSettings(
  config: AuthConfig,
  variables: Env,
  problems: Problems,
): Settings {
  const env = withoutEmpty(variables);
  const secrets = readSecrets(config.secret, env, problems);
  const place = readPlace(config, env, problems);
  const providers = resolveProviders(
    // A function has been asked by now, except where there is no request yet.
    typeof config.providers === "function" ? [] : config.providers,
    config.redirectProxyUrl ?? env("AUTH_REDIRECT_PROXY_URL") ?? null,
    env,
    problems,
  );
  const session = readSession(config.session ?? {}, problems);
  const jwt = readJwt(config.jwt ?? {}, secrets, session.maxAge, problems);
  // Short sessions in use go on, too: renewed before they end.
  if (config.session?.updateAge === undefined) {
    session.updateAge = Math.min(session.updateAge, jwt.maxAge / 2);
  }
  const clientSecrets = [...providers.values()]
    .flatMap((provider) => provider.clientSecret ?? []);
  const key = JSON.stringify([
    secrets,
    place,
    session,
    config.useSecureCookies,
    config.cookies,
    jwt.secret,
    jwt.maxAge,
  ]);
  const store = config.store ?? sharedStore(secrets);
  const callbacks = config.callbacks ?? {};
  const events = config.events ?? {};
  const log = createLog(config.logger ?? {}, config.debug ?? false, [
    ...secrets,
    ...jwt.secret,
    ...clientSecrets,
  ]);
  return Object.freeze({
    ...place,
    providers,
    session,
    jwt,
    keyring: sharedKeyring(secrets),
    store,
    trustsHost: readTrust(config.trustHost, variables),
    callbacks,
    events,
    pages: readPages(config.pages ?? {}, problems),
    theme: readTheme(config.theme ?? {}, problems),
    // By description, too: the symbol of another copy of the library means the same.
    skipsCsrf: config.skipCSRFCheck?.description === skipCSRFCheck.description,
    raw: config.raw?.description === raw.description,
    useSecureCookies: config.useSecureCookies ?? null,
    cookies: readCookieOptions(config.cookies ?? {}, problems),
    redirectProxyOrigins: config.redirectProxyOrigins ?? null,
    providerTimeout: 1000 *
      readSeconds("providerTimeout", config.providerTimeout, 5, 60, problems),
    key,
    owner: [
      key,
      store,
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

function readJwt(
  options: JWTOptions,
  secrets: readonly string[],
  maxAge: number,
  problems: Problems,
): Settings["jwt"] {
  const { encode, decode } = options;
  if ((encode === undefined) !== (decode === undefined)) {
    problems.add("`jwt.encode` and `jwt.decode` belong together: give both.");
  }
  const secret = options.secret === undefined
    ? secrets
    : readSecrets(options.secret, () => undefined, problems);
  return {
    secret,
    keyring: sharedKeyring(secret),
    maxAge: readSeconds("jwt.maxAge", options.maxAge, maxAge, maxAge, problems),
    encode,
    decode,
  };
}

function readSecrets(
  option: AuthConfig["secret"],
  env: Env,
  problems: Problems,
): readonly string[] {
  const configured = typeof option === "string" ? [option] : option ?? [];
  const secrets = configured.length > 0 ? configured : readSecretsFromEnv(env);
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
      ? !["", "false", "0"].includes(variable)
      : PLATFORMS.some((name) => env(name)) ||
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

const COOKIE_ROLES: Readonly<Record<string, CookieRole>> = {
  sessionToken: "session",
  csrfToken: "csrf",
  attempt: "attempt",
};
/** What an attempt's own cookie took the place of. */
const FORMER_COOKIES = ["state", "nonce", "pkceCodeVerifier", "callbackUrl"];

function readCookieOptions(
  options: CookieOptions,
  problems: Problems,
): Settings["cookies"] {
  const overrides: Partial<Record<CookieRole, CookieOverride>> = {};
  for (const [key, override] of Object.entries(options)) {
    const role = COOKIE_ROLES[key];
    if (override === undefined) continue;
    if (role === undefined) {
      problems.add(
        FORMER_COOKIES.includes(key)
          ? `\`cookies.${key}\` does not exist: each sign-in has one cookie of its own, \`cookies.attempt\`.`
          : `\`cookies.${key}\` does not exist.`,
      );
      continue;
    }
    const problem = findCookieProblem(override);
    if (problem !== null) problems.add(`\`cookies.${key}\`: ${problem}.`);
    overrides[role] = override;
  }
  return {
    secure: toCookiePolicy(true, overrides),
    plain: toCookiePolicy(false, overrides),
  };
}

const COLOR =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|[a-z]{3,6}\([0-9a-z.,%/ +-]{1,60}\))$/i;

/** Colours and URLs go into pages: only what is one gets there. */
function readTheme(theme: Theme, problems: Problems): Theme {
  const { colorScheme, logo, brandColor, buttonText } = theme;
  if (!["auto", "dark", "light", undefined].includes(colorScheme)) {
    problems.add('`theme.colorScheme` must be "auto", "dark" or "light".');
  }
  for (const [key, color] of Object.entries({ brandColor, buttonText })) {
    if (color !== undefined && !COLOR.test(color)) {
      problems.add(`\`theme.${key}\` must be a CSS colour, like "#1f5eff".`);
    }
  }
  if (logo !== undefined && toHostTarget(logo, "http://localhost") === null) {
    problems.add("`theme.logo` must be a path or an https URL.");
  }
  return theme;
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

function warnAtStart(config: AuthConfig, settings: Settings, env: Env): void {
  for (const { id, checks } of settings.providers.values()) {
    if (!checks.none || !isFirstWarning(`checks ${settings.key} ${id}`)) {
      continue;
    }
    settings.log.warn(
      "checks",
      `Provider "${id}" checks nothing: anybody can sign a visitor in to an account of their own. Leave \`checks\` out if the provider allows it.`,
    );
  }
  if (env("NODE_ENV") !== "production") return;
  if (config.store === undefined && isFirstWarning(`store ${settings.key}`)) {
    settings.log.warn(
      "memory-store",
      "Sign-outs are remembered in this process only, until it ends. Hand in a shared `store` if several processes serve this application.",
    );
  }
}
