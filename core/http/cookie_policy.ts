/**
 * Names and attributes of the library's cookies, and an application's
 * overrides.
 *
 * @module
 */

import { withoutUndefined } from "../runtime/without_undefined.ts";

/** Attributes of a cookie (RFC 6265bis section 4.1.2), without Max-Age. */
export interface CookieAttributes {
  /** The host that receives it, with its subdomains. Default: only the host that set it. */
  readonly domain?: string | undefined;
  /** The path that receives it, with all paths below. Default `/`. */
  readonly path?: string | undefined;
  /** Whether it is hidden from scripts. Default true. */
  readonly httpOnly?: boolean | undefined;
  /** Whether it is sent over https only. Default: true on https. */
  readonly secure?: boolean | undefined;
  /** The cross-site requests that carry it. Default `lax`. */
  readonly sameSite?: "lax" | "strict" | "none" | undefined;
  /** Whether it has a separate jar for each embedding site. Default false. */
  readonly partitioned?: boolean | undefined;
  /** The priority with which a browser that runs out of room keeps the cookie. */
  readonly priority?: "low" | "medium" | "high" | undefined;
}

/** An application's changes to one cookie. */
export interface CookieOverride {
  /** The cookie's name. */
  readonly name?: string | undefined;
  /** Its attributes; those that are left out keep their defaults. */
  readonly options?: CookieAttributes | undefined;
}

/** The roles of the cookies that an application may change, by option. */
export const COOKIE_ROLES = {
  sessionToken: "session",
  csrfToken: "csrf",
  attempt: "attempt",
  webauthnChallenge: "challenge",
  device: "device",
  lastUsed: "last",
  rememberedBrowser: "remembered",
  tokens: "tokens",
} as const;

/** The purpose of a cookie. */
export type CookieRole = typeof COOKIE_ROLES[keyof typeof COOKIE_ROLES];

/** Names and attributes of all cookies on this kind of connection. */
export interface CookiePolicy {
  readonly names: CookieNames;
  readonly attributes: Readonly<Record<CookieRole, CookieAttributes>>;
}

/**
 * The effective names of the cookies. That of an attempt is followed by `.` and
 * its id, that of tokens by `.` and the id of the provider.
 */
export type CookieNames = Readonly<Record<CookieRole, string>>;

/** One cookie as it is written to a header. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; 0 deletes the cookie, null lets it end with the browser. */
  readonly maxAge: number | null;
  readonly attributes: CookieAttributes;
}

/**
 * Returns names and attributes for this kind of connection. `__Host-` needs
 * Secure, Path=/ and no Domain, so anything that violates this drops the
 * prefix.
 */
export function toCookiePolicy(
  secure: boolean,
  overrides: Partial<Record<CookieRole, CookieOverride | undefined>> = {},
): CookiePolicy {
  const read = (role: CookieRole) => {
    const { name, options = {} } = overrides[role] ?? {};
    const attributes = { path: "/", secure, ...withoutUndefined(options) };
    return { attributes, name: name ?? toName(role, attributes) };
  };
  return {
    names: forEachRole((role) => read(role).name),
    attributes: forEachRole((role) => read(role).attributes),
  };
}

function forEachRole<T>(read: (role: CookieRole) => T): Record<CookieRole, T> {
  const roles = Object.values(COOKIE_ROLES);
  const entries = roles.map((role) => [role, read(role)]);
  return Object.fromEntries(entries) as Record<CookieRole, T>;
}

function toName(role: CookieRole, attributes: CookieAttributes): string {
  const { secure, path, domain } = attributes;
  if (!secure) return `latchkey.${role}`;
  const prefix = path === "/" && domain === undefined ? "__Host-" : "__Secure-";
  return `${prefix}latchkey.${role}`;
}

/**
 * The text attributes and their allowed values: nothing that could begin
 * another attribute or another header.
 */
const TEXTS: Readonly<Record<string, readonly [RegExp, string]>> = {
  domain: [/^\.?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/, "a host name"],
  path: [/^\/[!-+\--:<-~]*$/, "a path"],
  sameSite: [/^(?:lax|strict|none)$/, '"lax", "strict" or "none"'],
  priority: [/^(?:low|medium|high)$/, '"low", "medium" or "high"'],
};
const FLAGS = ["httpOnly", "secure", "partitioned"];

/** Returns the problem with an override, as the end of a sentence, or null. */
export function findCookieProblem(override: CookieOverride): string | null {
  const { name, options = {} } = override;
  if (name !== undefined && !isMatch(name, /^[A-Za-z0-9._-]{1,64}$/)) {
    return "`name` must be 1 to 64 letters, digits, `.`, `_` or `-`";
  }
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const text = Object.hasOwn(TEXTS, key) ? TEXTS[key] : undefined;
    if (text === undefined && !FLAGS.includes(key)) {
      return `\`options.${key}\` does not exist`;
    }
    const [pattern, what] = text ?? [null, "true or false"];
    const isRight = pattern === null
      ? typeof value === "boolean"
      : isMatch(value, pattern);
    if (!isRight) return `\`options.${key}\` must be ${what}`;
  }
  return findRefused(name ?? "", options);
}

function isMatch(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && value.length <= 253 &&
    pattern.test(value);
}

/** Returns the reason why browsers refuse a cookie (RFC 6265bis sections 4.1.2 and 4.1.3), or null. */
function findRefused(name: string, options: CookieAttributes): string | null {
  const { domain, path, sameSite, secure, partitioned } = options;
  const isHost = name.startsWith("__Host-");
  if (isHost && (domain !== undefined || (path ?? "/") !== "/")) {
    return "a `__Host-` cookie has neither domain nor path";
  }
  if (secure !== false) return null;
  if (isHost || name.startsWith("__Secure-")) {
    return "the prefix of `name` needs `secure`";
  }
  if (partitioned) return "`partitioned` needs `secure`";
  return sameSite === "none" ? '`sameSite: "none"` needs `secure`' : null;
}

const CAPITAL = {
  lax: "Lax",
  strict: "Strict",
  none: "None",
  low: "Low",
  medium: "Medium",
  high: "High",
} as const;

/** Serializes a cookie as the value of a Set-Cookie header (RFC 6265bis section 4.1). */
export function serializeCookie(
  { name, value, maxAge, attributes }: Cookie,
): string {
  const { domain, path, httpOnly, secure, sameSite, partitioned, priority } =
    attributes;
  let text = `${name}=${value}`;
  if (maxAge !== null) text += `; Max-Age=${maxAge}`;
  if (domain !== undefined) text += `; Domain=${domain}`;
  text += `; Path=${path ?? "/"}`;
  if (httpOnly !== false) text += "; HttpOnly";
  if (secure) text += "; Secure";
  if (partitioned) text += "; Partitioned";
  if (priority !== undefined) text += `; Priority=${CAPITAL[priority]}`;
  return `${text}; SameSite=${CAPITAL[sameSite ?? "lax"]}`;
}

/** How long a browser keeps a cookie. */
export interface CookieLife {
  /** Seconds. */
  readonly maxAge?: number | undefined;
  /** Whether it ends with the browser, whatever `maxAge` says. */
  readonly isBrief?: boolean | undefined;
}
