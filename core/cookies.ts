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
  readonly secure: boolean;
  readonly sameSite: "Lax" | "None";
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

/** The names for this kind of connection. `__Host-` needs Secure, Path=/ and no Domain. */
export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? "__Host-latchkey" : "latchkey";
  return {
    session: `${prefix}.session`,
    csrf: `${prefix}.csrf`,
    attempt: `${prefix}.attempt`,
  };
}

/** The one attempt of a provider that checks nothing: no state can name it. */
export const UNPROTECTED_ATTEMPT = "000000000unprotected-";
/** An attempt id: nine characters of time, twelve of randomness. */
const ATTEMPT_ID = /^[0-9a-z]{9}[A-Za-z0-9_-]{12}$/;
/** All our values are base64url, dots, and the chunk count's `~`. */
const VALUE = /^[A-Za-z0-9._~-]+$/;

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
  const chunks = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const [name, value] of toPairs(header)) {
    const attempt = name.startsWith(`${names.attempt}.`)
      ? name.slice(names.attempt.length + 1)
      : null;
    const ours = name === names.session || name === names.csrf ||
      isChunkName(name, names) ||
      (attempt !== null && ATTEMPT_ID.test(attempt));
    if (!ours) continue;
    seen.add(name);
    if (!VALUE.test(value)) continue;
    if (name === names.session) session.push(value);
    else if (name === names.csrf) csrf.push(value);
    else if (attempt !== null) push(attempts, attempt, value);
    else push(chunks, name.slice(names.session.length + 1), value);
  }
  const joined = joinChunks(chunks);
  if (joined !== null) session.push(joined);
  return { session, csrf, attempts, seen };
}

function* toPairs(header: string | null): Generator<[string, string]> {
  for (const part of (header ?? "").split(";")) {
    const text = trim(part);
    const equals = text.indexOf("=");
    if (equals > 0) {
      yield [trim(text.slice(0, equals)), trim(text.slice(equals + 1))];
    }
  }
}

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Canonical chunk names only, `.0` to `.3`: `.01` or `.9` is somebody else's. */
function isChunkName(name: string, names: CookieNames): boolean {
  if (!name.startsWith(`${names.session}.`)) return false;
  const index = name.slice(names.session.length + 1);
  return index.length === 1 && index >= "0" && index < String(MAX_CHUNKS);
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
  names: CookieNames,
  secure: boolean,
): Cookie[] {
  const cookies = new Map<string, Cookie>();
  const put = (name: string, value: string, maxAge: number | null) => {
    cookies.set(name, { name, value, maxAge, secure, sameSite: "Lax" });
  };
  for (const change of changes) {
    if (change.role === "csrf") {
      if (change.value !== null) put(names.csrf, change.value, null);
      else if (jar.seen.has(names.csrf)) put(names.csrf, "", 0);
    } else if (change.role === "attempt") {
      const name = `${names.attempt}.${change.key}`;
      if (change.value === null) put(name, "", 0);
      else {
        const { value, crossSite } = change;
        const maxAge = ATTEMPT_COOKIE_MAX_AGE;
        // SameSite=None is taken with Secure only; loopback counts as secure.
        cookies.set(
          name,
          crossSite
            ? { name, value, maxAge, secure: true, sameSite: "None" }
            : { name, value, maxAge, secure, sameSite: "Lax" },
        );
      }
    } else {
      for (const name of sessionNames(jar, names)) put(name, "", 0);
      if (change.value === null) continue;
      const maxAge = change.maxAge ?? null;
      for (const chunk of toChunks(change.value, names, secure)) {
        put(chunk.name, chunk.value, maxAge);
      }
    }
  }
  return [...cookies.values()];
}

function sessionNames(jar: CookieJar, names: CookieNames): string[] {
  return [...jar.seen].filter((name) =>
    name === names.session || isChunkName(name, names)
  );
}

function toChunks(
  value: string,
  names: CookieNames,
  secure: boolean,
): { name: string; value: string }[] {
  const longest = {
    name: `${names.session}.0`,
    value: "",
    secure,
    sameSite: "Lax",
  } as const;
  // The longest Max-Age that we write has eight digits.
  const room = MAX_COOKIE -
    serializeCookie({ ...longest, maxAge: 34_560_000 }).length;
  if (value.length <= room) return [{ name: names.session, value }];
  const count = Math.ceil((value.length + 2) / room);
  const text = `${count}~${value}`;
  return Array.from({ length: count }, (_, i) => ({
    name: `${names.session}.${i}`,
    value: text.slice(i * room, (i + 1) * room),
  }));
}

/** A cookie as the value of a Set-Cookie header (RFC 6265bis section 4.1). */
export function serializeCookie(cookie: Cookie): string {
  const maxAge = cookie.maxAge === null ? "" : `; Max-Age=${cookie.maxAge}`;
  const secure = cookie.secure ? "; Secure" : "";
  return `${cookie.name}=${cookie.value}${maxAge}; Path=/; HttpOnly${secure}; SameSite=${cookie.sameSite}`;
}
