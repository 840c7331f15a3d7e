/**
 * Reads cookies. Actions name a cookie by its purpose; only this file and
 * `write_cookies.ts`, which loads with the first cookie that is written, know
 * names and chunks.
 *
 * @module
 */

import type { CookieNames } from "./cookie_policy.ts";

/** A change to a cookie, in the terms of the domain. */
export type CookieChange =
  | {
    readonly role: "session";
    /** The sealed session; null ends it. */
    readonly value: string | null;
    /** Seconds that the browser keeps it. */
    readonly maxAge?: number | undefined;
  }
  | {
    readonly role: "csrf" | "challenge" | "device";
    readonly value: string | null;
  }
  | {
    readonly role: "attempt";
    /** Id of the attempt: part of the cookie's name. */
    readonly key: string;
    readonly value: string | null;
    /** Whether the provider's answer will be a form POST from its own site. */
    readonly crossSite?: boolean | undefined;
  };

/** The library's cookies in a request. Values are as sent and prove nothing yet. */
export interface CookieJar {
  /** Every value that may be the session: whole cookies, then a complete set of chunks. */
  readonly session: readonly string[];
  /** Whether a chunk of the session was sent twice: then no set counts, but one of them may be a session. */
  readonly isAmbiguous: boolean;
  readonly csrf: readonly string[];
  readonly challenge: readonly string[];
  readonly device: readonly string[];
  /** By attempt id. */
  readonly attempts: ReadonlyMap<string, readonly string[]>;
  /** The library's cookie names that were sent, so that stale chunks can be cleared. */
  readonly seen: ReadonlySet<string>;
}

/**
 * The limit on the session's characters, which keeps all cookies together
 * within the header size that servers and proxies accept.
 */
export const MAX_SESSION = 5_500;
const MAX_CHUNKS = 4;
/**
 * Seconds that the cookie of an unfinished sign-in lives: its target is kept
 * for a day; the attempt itself ends sooner.
 */
export const ATTEMPT_COOKIE_MAX_AGE = 86_400;
/** Seconds that the user has to use a passkey. */
export const CHALLENGE_MAX_AGE = 300;
/** Seconds that a browser stays known after it was last used to sign in: 90 days. */
export const DEVICE_MAX_AGE = 7_776_000;
/** The limit on concurrent unfinished sign-ins; beyond it, the oldest is forgotten. */
export const MAX_ATTEMPTS = 5;

/**
 * Returns a jar as if the browser had sent every cookie of the library except
 * attempts. A form from another site comes without most of them, and cookies
 * written in the answer must not stand beside those that were withheld.
 */
export function withUnseen(jar: CookieJar, names: CookieNames): CookieJar {
  const all = [names.session, ...toChunkNames(names), names.csrf];
  return { ...jar, seen: new Set([...jar.seen, ...all]) };
}

/** The single attempt of a provider that checks nothing: no state can name it. */
export const UNPROTECTED_ATTEMPT = "000000000unprotected-";
/**
 * The part that replaces an attempt's id in the name of the cookie with the
 * guards' parameters. It sorts behind every attempt, so those are forgotten
 * first.
 */
export const GUARD_PARAMS = "zzzzzzzzzguard-params";
/** The format of an attempt id: nine characters of time, twelve of randomness. */
const ATTEMPT_ID = /^[0-9a-z]{9}[A-Za-z0-9_-]{12}$/;
/**
 * The characters that a cookie value can hold (RFC 6265 section 4.1.1). The
 * library's own values need fewer, an application's codec may not.
 */
const VALUE = /^[!#-+\--:<-[\]-~]+$/;

/** Whether a cookie can hold a text as it is. */
export function isCookieValue(text: string): boolean {
  return VALUE.test(text);
}

/**
 * Reads the library's cookies out of a Cookie header, strictly: names are
 * compared exactly and trimmed of space and tab only. (A reader that trims more
 * takes `\u00A0__Host-x`, which any page can set, for `__Host-x`.) Every
 * different value of a name is kept; the caller that opens them decides.
 */
export function readCookies(
  header: string | null,
  names: CookieNames,
): CookieJar {
  const session: string[] = [];
  const csrf: string[] = [];
  const challenge: string[] = [];
  const device: string[] = [];
  const attempts = new Map<string, string[]>();
  let chunks: Map<string, string[]> | null = null;
  let isAmbiguous = false;
  const seen = new Set<string>();
  readPairs(header ?? "", (name, value) => {
    const attempt = name.startsWith(names.attempt) &&
        name[names.attempt.length] === "."
      ? name.slice(names.attempt.length + 1)
      : null;
    const ours = name === names.session || name === names.csrf ||
      name === names.challenge || name === names.device ||
      isChunkName(name, names) ||
      (attempt !== null && ATTEMPT_ID.test(attempt));
    if (!ours) return;
    seen.add(name);
    if (name === names.session) session.push(value);
    else if (!VALUE.test(value)) return;
    else if (name === names.csrf) csrf.push(value);
    else if (name === names.challenge) challenge.push(value);
    else if (name === names.device) device.push(value);
    else if (attempt !== null) push(attempts, attempt, value);
    else {
      const index = name.slice(names.session.length + 1);
      isAmbiguous ||= chunks?.has(index) ?? false;
      push(chunks ??= new Map(), index, value);
    }
  });
  const joined = chunks === null ? null : joinChunks(chunks);
  if (joined !== null) session.push(joined);
  const own = { session: withoutGarbage(session), csrf, challenge, device };
  return { ...own, isAmbiguous, attempts, seen };
}

/**
 * Drops invalid values and duplicates if there are several values, so that none
 * takes the place of another. A single value stays: opening it will tell.
 */
function withoutGarbage(values: readonly string[]): readonly string[] {
  return values.length > 1
    ? [...new Set(values)].filter((one) => VALUE.test(one))
    : values;
}

/** Calls back with each name and value of a Cookie header. */
function readPairs(
  header: string,
  onPair: (name: string, value: string) => void,
): void {
  let equals = -1;
  for (let start = 0; start < header.length;) {
    const semicolon = header.indexOf(";", start);
    const end = semicolon < 0 ? header.length : semicolon;
    // Searched once, not once per part, so that a header of nothing but ";" is fast.
    if (equals < start) equals = header.indexOf("=", start);
    if (equals < 0) return;
    if (equals > start && equals < end) {
      const name = trimBlanks(header, start, equals);
      if (name !== "") onPair(name, trimBlanks(header, equals + 1, end));
    }
    start = end + 1;
  }
}

/** Returns a text, or a part of it, without leading and trailing spaces and tabs. */
export function trimBlanks(
  text: string,
  from: number = 0,
  to: number = text.length,
): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether a character is a space or a tab. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Lists the names of the cookies that a long session is split into. */
export function toChunkNames({ session }: CookieNames): readonly string[] {
  return Array.from({ length: MAX_CHUNKS }, (_, i) => `${session}.${i}`);
}

/** Whether a name is a canonical chunk name, `.0` to `.3`: `.01` or `.9` belongs to another application. */
export function isChunkName(name: string, names: CookieNames): boolean {
  const { length } = names.session;
  if (name.length !== length + 2 || name[length] !== ".") return false;
  const index = name.charCodeAt(length + 1) - 48;
  return index >= 0 && index < MAX_CHUNKS && name.startsWith(names.session);
}

/**
 * Joins the chunks of a session. Chunk 0 begins with the number of chunks, so
 * that neither a missing nor an added one goes unnoticed. A duplicate chunk
 * makes the set ambiguous: the result is null.
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
