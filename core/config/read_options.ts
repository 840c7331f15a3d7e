/**
 * Readers of individual options, which fill in defaults and report invalid
 * values.
 *
 * @module
 */

import type { AuthConfig, CookieOptions, JWTOptions } from "./config.ts";
import { toChunkNames } from "../http/chunks.ts";
import {
  COOKIE_ROLES,
  type CookieOverride,
  type CookieRole,
  findCookieProblem,
  toCookiePolicy,
} from "../http/cookie_policy.ts";
import type { ReadOption } from "../runtime/env.ts";
import { DAY, MAX_MAX_AGE, maxAge } from "./lifetimes.ts";
import { browserUpdate } from "./session_options.ts";
import { readTheme } from "./pages/theme_rules.ts";
import { fn, isTexts, object, oneOf, or, seconds, valid } from "./rules.ts";
import { toOrigin } from "./origin/origin.ts";
import { readSecrets } from "./read_secrets.ts";
import type { Problems } from "../errors/config_problems.ts";
import { toHostTarget } from "../http/redirects.ts";
import type { Settings } from "./settings.ts";
import { sharedKeyring } from "../storage/process_cache.ts";

type ReadAddress = NonNullable<AuthConfig["clientAddress"]>;

const isTarget = (value: unknown) =>
  // Any origin will do to check that the text is a path or an http(s) URL.
  toHostTarget(value, "http://localhost") !== null;
const path = valid(undefined, 'be a path like "/sign-in"', isTarget);
const page = valid(
  undefined,
  'be a path like "/sign-in", or a function of the page\'s model',
  (value) => typeof value === "function" || isTarget(value),
);

const METHODS = ["get", "set", "compareAndSet", "delete"];
const store = or(
  null,
  null,
  valid(
    null,
    "have the methods `get`, `set`, `compareAndSet` and `delete`",
    (value) =>
      METHODS.every((name) =>
        typeof (value as Record<string, unknown>)[name] === "function"
      ),
  ),
);
const functions = or(
  null,
  null,
  valid(
    null,
    "be an object of functions",
    (value) =>
      typeof value === "object" &&
      Object.values(value ?? {}).every((one) =>
        one === undefined || one === null || typeof one === "function"
      ),
  ),
);

/** The options that can be checked without any other option. */
export const readOptions = object({
  session: object({
    maxAge,
    updateAge: or(0, 0, seconds(DAY, MAX_MAX_AGE)),
    absoluteMaxAge: or(false, Infinity, seconds(90 * DAY, 3650 * DAY)),
    // Limits how long a sign-out in another process may go unnoticed.
    revocationCheck: or(0, 0, seconds(0, 300)),
    generateSessionToken: fn<() => string>(),
    browserUpdate,
    strategy: or(null, null, oneOf(["jwt", "database"], null)),
    rememberMe: oneOf([true, false], false),
  }),
  store,
  callbacks: functions,
  events: functions,
  storeTimeout: seconds(2, 60),
  pages: object({
    signIn: page,
    signOut: page,
    error: page,
    verifyRequest: page,
    signUp: page,
    reset: page,
    newPassword: page,
    newUser: path,
  }),
  theme: readTheme,
  cors: object({
    origins: valid<readonly string[]>(
      [],
      'be a list of origins like "https://app.example.com"',
      isTexts,
    ),
  }),
  clientAddress: fn<ReadAddress>("be a function of the request"),
  providerTimeout: seconds(5, 60),
});

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
    maxAge: seconds(maxAge, maxAge)(
      options.maxAge,
      "jwt.maxAge",
      problems.add,
    ),
    encode,
    decode,
  };
}

/** Reads the configured public origin and base path. */
export function readPlace(
  config: AuthConfig,
  env: ReadOption,
  problems: Problems,
): Pick<Settings, "origin" | "basePath" | "innerPath"> {
  const authUrl = env(
    "AUTH_URL",
    config.origin === undefined ? undefined : "optional",
  );
  let fromUrl: URL | null = null;
  if (authUrl !== undefined) {
    if (URL.canParse(authUrl)) fromUrl = new URL(authUrl);
    if (fromUrl === null || toOrigin(fromUrl.origin) === null) {
      problems.add(
        'AUTH_URL is not an http(s) URL: write it like "https://app.example.com".',
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

/** Cookie options that `attempt` replaces. */
const FORMER_COOKIES = ["state", "nonce", "pkceCodeVerifier", "callbackUrl"];

/** Reads the names and attributes of the cookies, on https and on http. */
export function readCookieOptions(
  options: CookieOptions,
  problems: Problems,
): Settings["cookies"] {
  const overrides: Partial<Record<CookieRole, CookieOverride>> = {};
  for (const [key, override] of Object.entries(options)) {
    const roles: Readonly<Record<string, CookieRole>> = COOKIE_ROLES;
    const role = roles[key];
    if (override === undefined) continue;
    if (role === undefined) {
      problems.add(
        FORMER_COOKIES.includes(key)
          ? `\`cookies.${key}\` does not exist: each sign-in has its own cookie, \`cookies.attempt\`.`
          : `\`cookies.${key}\` does not exist.`,
      );
      continue;
    }
    const problem = findCookieProblem(override);
    if (problem !== null) problems.add(`\`cookies.${key}\`: ${problem}.`);
    overrides[role] = override;
  }
  // Tokens belong to the session, so their cookies go where its cookie goes.
  overrides.tokens = {
    ...overrides.tokens,
    options: { ...overrides.session?.options, ...overrides.tokens?.options },
  };
  const secure = toCookiePolicy(true, overrides);
  const { names } = secure;
  const all = [...Object.values(names), ...toChunkNames(names)];
  if (new Set(all).size < all.length) {
    problems.add(
      "`cookies`: each cookie needs a name that is neither another's nor a chunk of the session.",
    );
  }
  return { secure, plain: toCookiePolicy(false, overrides) };
}
