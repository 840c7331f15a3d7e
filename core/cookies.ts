/**
 * The only file with cookie names, attributes and chunks. Actions say what a
 * cookie is for; {@link readCookies} and {@link writeCookies} know the rest.
 *
 * @module
 */

/** What should happen to a cookie, in the words of the domain. */
export type CookieChange =
  | {
    readonly role: "session";
    /** The sealed session; null ends it. */
    readonly value: string | null;
    /** Seconds that the browser keeps it. */
    readonly maxAge?: number | undefined;
  }
  | { readonly role: "csrf"; readonly value: string | null }
  | {
    readonly role: "attempt";
    /** Id of the attempt: part of the cookie's name. */
    readonly key: string;
    readonly value: string | null;
    /** The provider's answer will be a form POST from its own site. */
    readonly crossSite?: boolean | undefined;
  };

/** Attributes of a cookie (RFC 6265bis section 4.1.2), without Max-Age. */
export interface CookieAttributes {
  /** The host that gets it and all below; without, only the host that set it. */
  readonly domain?: string | undefined;
  /** Default `/`. */
  readonly path?: string | undefined;
  /** Default true: scripts cannot read it. */
  readonly httpOnly?: boolean | undefined;
  /** Default true on https. */
  readonly secure?: boolean | undefined;
  /** Default `lax`. */
  readonly sameSite?: "lax" | "strict" | "none" | undefined;
  /** One jar for each embedding site. */
  readonly partitioned?: boolean | undefined;
  /** What browsers that are short of room throw away first. */
  readonly priority?: "low" | "medium" | "high" | undefined;
}

/** What a host changes about one cookie. */
export interface CookieOverride {
  /** The cookie's name. */
  readonly name?: string | undefined;
  /** Its attributes; those that are left out keep their defaults. */
  readonly options?: CookieAttributes | undefined;
}

/** The cookies that a host may change. */
export type CookieRole = "session" | "csrf" | "attempt";

/** Names and attributes of all cookies on this kind of connection. */
export interface CookiePolicy {
  readonly names: CookieNames;
  readonly attributes: Readonly<Record<CookieRole, CookieAttributes>>;
}

/** The effective names. */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  /** Followed by `.` and the attempt's id. */
  readonly attempt: string;
}

/** What the request carried of ours. Values are as sent and prove nothing yet. */
export interface CookieJar {
  /** Every value that may be the session: whole cookies, then a complete set of chunks. */
  readonly session: readonly string[];
  readonly csrf: readonly string[];
  /** By attempt id. */
  readonly attempts: ReadonlyMap<string, readonly string[]>;
  /** Names of ours that were sent, so that stale chunks can be cleared. */
  readonly seen: ReadonlySet<string>;
}

/** One cookie as it goes into a header. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; 0 deletes the cookie, null lets it end with the browser. */
  readonly maxAge: number | null;
  readonly attributes: CookieAttributes;
}

/** Browsers drop a cookie whose name, value and attributes pass 4096 bytes. */
const MAX_COOKIE = 4096;
/** All our cookies together stay under what servers and proxies accept in one header. */
export const MAX_SESSION = 5_500;
const MAX_CHUNKS = 4;
/** The target of an unfinished sign-in survives for a day; the attempt itself does not. */
export const ATTEMPT_COOKIE_MAX_AGE = 86_400;
/** More unfinished sign-ins than this at once, and the oldest is forgotten. */
export const MAX_ATTEMPTS = 5;

/**
 * Names and attributes for this kind of connection. `__Host-` needs Secure,
 * Path=/ and no Domain, so whatever breaks that drops the prefix.
 */
export function toCookiePolicy(
  secure: boolean,
  overrides: Partial<Record<CookieRole, CookieOverride | undefined>> = {},
): CookiePolicy {
  const read = (role: CookieRole) => {
    const { name, options } = overrides[role] ?? {};
    const attributes = { path: "/", secure, ...options };
    return { attributes, name: name ?? toName(role, attributes) };
  };
  const session = read("session");
  const csrf = read("csrf");
  const attempt = read("attempt");
  return {
    names: { session: session.name, csrf: csrf.name, attempt: attempt.name },
    attributes: {
      session: session.attributes,
      csrf: csrf.attributes,
      attempt: attempt.attributes,
    },
  };
}

function toName(role: CookieRole, attributes: CookieAttributes): string {
  const { secure, path, domain } = attributes;
  if (!secure) return `latchkey.${role}`;
  const prefix = path === "/" && domain === undefined ? "__Host-" : "__Secure-";
  return `${prefix}latchkey.${role}`;
}

/** What is wrong with an override, as the end of a sentence, or null. */
export function findCookieProblem(override: CookieOverride): string | null {
  const { name, options = {} } = override;
  const { domain, path, sameSite, secure } = options;
  if (name !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(name)) {
    return "`name` must be 1 to 64 letters, digits, `.`, `_` or `-`";
  }
  if (domain !== undefined && !/^\.?[A-Za-z0-9.-]{1,253}$/.test(domain)) {
    return "`options.domain` must be a host name";
  }
  // Neither what begins another attribute nor what begins another header.
  if (
    path !== undefined && !/^\/[!-+\--:<-~]*$/.test(path)
  ) {
    return "`options.path` must be a path";
  }
  const isHost = name?.startsWith("__Host-") ?? false;
  if (isHost && (domain !== undefined || (path ?? "/") !== "/")) {
    return "a `__Host-` cookie has neither domain nor path";
  }
  return sameSite === "none" && secure === false
    ? '`sameSite: "none"` needs `secure`'
    : null;
}

/** The one attempt of a provider that checks nothing: no state can name it. */
export const UNPROTECTED_ATTEMPT = "000000000unprotected-";
/** An attempt id: nine characters of time, twelve of randomness. */
const ATTEMPT_ID = /^[0-9a-z]{9}[A-Za-z0-9_-]{12}$/;
/** What a cookie can hold (RFC 6265 section 4.1.1). Our own values need less, a host's codec may not. */
const VALUE = /^[!#-+\--:<-[\]-~]+$/;

/**
 * Reads our cookies out of a Cookie header, strictly: names are compared
 * exactly and trimmed of space and tab only. (A reader that trims more takes
 * `\u00A0__Host-x`, which any page can set, for `__Host-x`.) Every duplicate
 * is kept; who opens them decides.
 */
export function readCookies(
  header: string | null,
  names: CookieNames,
): CookieJar {
  const session: string[] = [];
  const csrf: string[] = [];
  const attempts = new Map<string, string[]>();
  let chunks: Map<string, string[]> | null = null;
  const seen = new Set<string>();
  readPairs(header ?? "", (name, value) => {
    const attempt = name.startsWith(names.attempt) &&
        name[names.attempt.length] === "."
      ? name.slice(names.attempt.length + 1)
      : null;
    const ours = name === names.session || name === names.csrf ||
      isChunkName(name, names) ||
      (attempt !== null && ATTEMPT_ID.test(attempt));
    if (!ours) return;
    seen.add(name);
    if (!VALUE.test(value)) return;
    if (name === names.session) session.push(value);
    else if (name === names.csrf) csrf.push(value);
    else if (attempt !== null) push(attempts, attempt, value);
    else {push(
        chunks ??= new Map(),
        name.slice(names.session.length + 1),
        value,
      );}
  });
  const joined = chunks === null ? null : joinChunks(chunks);
  if (joined !== null) session.push(joined);
  return { session, csrf, attempts, seen };
}

/** Calls back with each name and value of a Cookie header. */
function readPairs(
  header: string,
  onPair: (name: string, value: string) => void,
): void {
  for (let start = 0; start < header.length;) {
    const semicolon = header.indexOf(";", start);
    const end = semicolon < 0 ? header.length : semicolon;
    const equals = header.indexOf("=", start);
    if (equals > start && equals < end) {
      const name = trim(header, start, equals);
      if (name !== "") onPair(name, trim(header, equals + 1, end));
    }
    start = end + 1;
  }
}

/** A part of a text without spaces and tabs around it. */
function trim(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Space or tab. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Canonical chunk names only, `.0` to `.3`: `.01` or `.9` is somebody else's. */
function isChunkName(name: string, names: CookieNames): boolean {
  const { length } = names.session;
  if (name.length !== length + 2 || name[length] !== ".") return false;
  const index = name.charCodeAt(length + 1) - 48;
  return index >= 0 && index < MAX_CHUNKS && name.startsWith(names.session);
}

/**
 * Chunk 0 begins with the number of chunks, so that neither a missing nor an
 * added one goes unnoticed. A duplicate chunk makes the set ambiguous: none.
 */
function joinChunks(chunks: ReadonlyMap<string, string[]>): string | null {
  const first = chunks.get("0");
  const match = /^([2-4])~(.*)$/.exec(first?.[0] ?? "");
  if (match === null) return null;
  let value = "";
  for (let i = 0; i < Number(match[1]); i++) {
    const parts = chunks.get(String(i));
    const [part] = parts ?? [];
    if (parts === undefined || parts.length !== 1 || part === undefined) {
      return null;
    }
    value += i === 0 ? match[2] : part;
  }
  return value;
}

/**
 * Turns changes into concrete cookies. A role that changes twice keeps its last
 * change; session chunks that the browser still has, but that are not written
 * again, are cleared in the same response.
 */
export function writeCookies(
  changes: readonly CookieChange[],
  jar: CookieJar,
  policy: CookiePolicy,
): Cookie[] {
  const { names, attributes } = policy;
  const cookies = new Map<string, Cookie>();
  const put = (cookie: Cookie) => cookies.set(cookie.name, cookie);
  for (const change of changes) {
    if (change.role === "session") {
      for (const name of sessionNames(jar, names)) {
        put(toCleared(name, attributes.session));
      }
      for (const cookie of toSessionCookies(change, policy)) put(cookie);
    } else if (change.role === "attempt") {
      put(toAttemptCookie(change, policy));
    } else if (change.value !== null) {
      const { value } = change;
      const name = names.csrf;
      put({ name, value, maxAge: null, attributes: attributes.csrf });
    } else if (jar.seen.has(names.csrf)) {
      put(toCleared(names.csrf, attributes.csrf));
    }
  }
  return [...toStrays([...cookies.values()], jar), ...cookies.values()];
}

/**
 * With a Domain there may be a cookie of the bare host under the same name,
 * which a browser sends along for ever: it is cleared in the same answer.
 */
function toStrays(cookies: readonly Cookie[], jar: CookieJar): Cookie[] {
  return cookies
    .filter(({ name, attributes }) =>
      attributes.domain !== undefined && jar.seen.has(name)
    )
    .map(({ name, attributes: { domain: _, ...rest } }) =>
      toCleared(name, rest)
    );
}

function toCleared(name: string, attributes: CookieAttributes): Cookie {
  return { name, value: "", maxAge: 0, attributes };
}

function toAttemptCookie(
  change: CookieChange & { role: "attempt" },
  { names, attributes: { attempt: attributes } }: CookiePolicy,
): Cookie {
  const { key, value, crossSite } = change;
  const name = `${names.attempt}.${key}`;
  if (value === null) return toCleared(name, attributes);
  const maxAge = ATTEMPT_COOKIE_MAX_AGE;
  if (!crossSite) return { name, value, maxAge, attributes };
  // SameSite=None is taken with Secure only; loopback counts as secure.
  const open = { ...attributes, sameSite: "none", secure: true } as const;
  return { name, value, maxAge, attributes: open };
}

function sessionNames(jar: CookieJar, names: CookieNames): string[] {
  return [...jar.seen].filter((name) =>
    name === names.session || isChunkName(name, names)
  );
}

function toSessionCookies(
  change: CookieChange & { role: "session" },
  { names, attributes: { session: attributes } }: CookiePolicy,
): Cookie[] {
  const { value } = change;
  const maxAge = change.maxAge ?? null;
  if (value === null) return [];
  // The longest Max-Age that we write has eight digits.
  const empty = { name: `${names.session}.0`, value: "", maxAge: 34_560_000 };
  const room = MAX_COOKIE - serializeCookie({ ...empty, attributes }).length;
  if (value.length <= room) {
    return [{ name: names.session, value, maxAge, attributes }];
  }
  const count = Math.ceil((value.length + 2) / room);
  const text = `${count}~${value}`;
  return Array.from({ length: count }, (_, i) => ({
    name: `${names.session}.${i}`,
    value: text.slice(i * room, (i + 1) * room),
    maxAge,
    attributes,
  }));
}

const CAPITAL = {
  lax: "Lax",
  strict: "Strict",
  none: "None",
  low: "Low",
  medium: "Medium",
  high: "High",
} as const;

/** A cookie as the value of a Set-Cookie header (RFC 6265bis section 4.1). */
export function serializeCookie(
  { name, value, maxAge, attributes }: Cookie,
): string {
  const { domain, path, httpOnly, secure, sameSite, partitioned, priority } =
    attributes;
  return [
    `${name}=${value}`,
    maxAge === null ? null : `Max-Age=${maxAge}`,
    domain === undefined ? null : `Domain=${domain}`,
    `Path=${path ?? "/"}`,
    httpOnly === false ? null : "HttpOnly",
    secure ? "Secure" : null,
    partitioned ? "Partitioned" : null,
    priority === undefined ? null : `Priority=${CAPITAL[priority]}`,
    `SameSite=${CAPITAL[sameSite ?? "lax"]}`,
  ].filter((part) => part !== null).join("; ");
}
