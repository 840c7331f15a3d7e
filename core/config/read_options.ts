/**
 * Readers of individual options, which fill in defaults and report invalid
 * values.
 *
 * @module
 */

import type {
  AuthConfig,
  CookieOptions,
  JWTOptions,
  Pages,
  SessionOptions,
  Theme,
} from "./config.ts";
import {
  type CookieOverride,
  type CookieRole,
  findCookieProblem,
  findNameClash,
  toCookiePolicy,
} from "../http/cookie_policy.ts";
import {
  type Env,
  readSecretsFromEnv,
  readTrustFromEnv,
  toSecretPlace,
} from "../runtime/env.ts";
import { isColor } from "./color.ts";
import { toOrigin } from "./origin.ts";
import type { SessionStrategyName } from "../storage/adapter_needs.ts";
import type { Problems } from "../errors/config_problems.ts";
import { toHostTarget } from "../http/redirects.ts";
import type { Settings } from "./settings.ts";
import { sharedKeyring } from "../storage/process_cache.ts";

/** Lifetimes of a session, in seconds. */
export type Lifetime =
  | "maxAge"
  | "updateAge"
  | "absoluteMaxAge"
  | "revocationCheck";

const DAY = 86_400;
/** Limits how long a sign-out in another process may go unnoticed. */
const MAX_REVOCATION_CHECK = 300;
/** Browsers keep no cookie longer (RFC 6265bis section 5.5). */
const MAX_MAX_AGE = 400 * DAY;

/** Reads how the session cookie is encoded. */
export function readJwt(
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

/** Reads the secrets, newest first. */
export function readSecrets(
  option: AuthConfig["secret"],
  env: Env,
  problems: Problems,
): readonly string[] {
  const configured = typeof option === "string" ? [option] : option ?? [];
  const secrets = configured.length > 0 ? configured : readSecretsFromEnv(env);
  if (secrets.length === 0) {
    problems.addMendable(
      `No secret: set AUTH_SECRET${
        toSecretPlace(env)
      } to a random text of at least 32 characters (\`openssl rand -base64 32\`).`,
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
  // A list may contain environment variables that are not set.
  return secrets.filter((secret) => typeof secret === "string");
}

/** Reads the configured public origin and base path. */
export function readPlace(
  config: AuthConfig,
  env: Env,
  problems: Problems,
): Pick<Settings, "origin" | "basePath" | "innerPath"> {
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
  const { basePath, innerPath } = joinPaths(config.basePath, path);
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
  return { origin, basePath, innerPath };
}

/**
 * Returns the public path of the auth routes, and the path that the application
 * sees. Both are the configured path, unless the path of AUTH_URL ends with it:
 * then a proxy strips the part before it.
 *
 * @param path the path of AUTH_URL, empty for none
 */
export function joinPaths(
  configured: string | undefined,
  path: string,
): Pick<Settings, "basePath" | "innerPath"> {
  const isPart = configured !== undefined && /^\/./.test(configured) &&
    path.length > configured.length && path.endsWith(configured);
  return {
    basePath: isPart ? path : configured ?? (path || null),
    innerPath: isPart ? configured : null,
  };
}

/** Returns a predicate for the hosts to trust if no origin is configured. */
export function readTrust(
  option: AuthConfig["trustHost"],
  env: Env,
): (host: string) => boolean {
  if (typeof option === "function") return option;
  if (typeof option === "object") {
    const hosts = new Set(option.map((host) => host.toLowerCase()));
    return (host) => hosts.has(host);
  }
  const trusted = option ?? readTrustFromEnv(env) ??
    env("NODE_ENV") !== "production";
  return () => trusted;
}

/** Reads the function that returns a client's address. */
export function readClientAddress(
  option: AuthConfig["clientAddress"],
  problems: Problems,
): Settings["clientAddress"] {
  if (option === undefined || typeof option === "function") {
    return option ?? null;
  }
  problems.add("`clientAddress` must be a function of the request.");
  return null;
}

/** Reads the session strategy. */
export function readStrategy(
  { session = {}, adapter }: Pick<AuthConfig, "session" | "adapter">,
  problems: Problems,
): SessionStrategyName {
  const { generateSessionToken: generate } = session;
  if (generate !== undefined && typeof generate !== "function") {
    problems.add("`session.generateSessionToken` must be a function.");
  }
  const strategy = session.strategy ??
    (adapter === undefined ? "jwt" : "database");
  if (strategy === "jwt" || strategy === "database") return strategy;
  problems.add('`session.strategy` must be "jwt" or "database".');
  return "jwt";
}

/** Reads the lifetimes of a session. */
export function readSession(
  { maxAge, updateAge, absoluteMaxAge, revocationCheck }: SessionOptions,
  problems: Problems,
): Settings["session"] {
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
    revocationCheck: revocationCheck === 0 ? 0 : readSeconds(
      "session.revocationCheck",
      revocationCheck,
      0,
      MAX_REVOCATION_CHECK,
      problems,
    ),
  };
}

/** Reads a number of seconds above 0 and at most `most`. */
export function readSeconds(
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
  webauthnChallenge: "challenge",
  device: "device",
};
/** Cookie options that `attempt` replaces. */
const FORMER_COOKIES = ["state", "nonce", "pkceCodeVerifier", "callbackUrl"];

/** Reads the names and attributes of the cookies, on https and on http. */
export function readCookieOptions(
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
  const secure = toCookiePolicy(true, overrides);
  const clash = findNameClash(secure.names);
  if (clash !== null) problems.add(clash);
  return { secure, plain: toCookiePolicy(false, overrides) };
}

/** Checks the theme: its colours and URLs are written into pages. */
export function readTheme(theme: Theme, problems: Problems): Theme {
  const { colorScheme, logo, brandColor, buttonText } = theme;
  if (!["auto", "dark", "light", undefined].includes(colorScheme)) {
    problems.add('`theme.colorScheme` must be "auto", "dark" or "light".');
  }
  for (const [key, color] of Object.entries({ brandColor, buttonText })) {
    if (color !== undefined && !isColor(color)) {
      problems.add(`\`theme.${key}\` must be a CSS colour, like "#1f5eff".`);
    }
  }
  if (logo !== undefined && toHostTarget(logo, "http://localhost") === null) {
    problems.add("`theme.logo` must be a path or an https URL.");
  }
  return theme;
}

/** Checks the URLs of the application's pages. */
export function readPages(pages: Pages, problems: Problems): Pages {
  for (const [name, url] of Object.entries(pages)) {
    // Any origin will do to check that the text is a path or an http(s) URL.
    if (url !== undefined && toHostTarget(url, "http://localhost") === null) {
      problems.add(`\`pages.${name}\` must be a path like "/sign-in".`);
    }
  }
  return pages;
}
