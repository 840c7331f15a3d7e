/**
 * Reads the library's cookies. Actions name a cookie by its role. This file
 * sorts what a browser sent by role, and joins chunks; `write_cookies.ts`, which
 * loads with the first cookie that is written, does the reverse.
 *
 * @module
 */

import type {
  CookieAttributes,
  CookieNames,
  CookieRole,
} from "./cookie_policy.ts";
import { readPairs } from "./cookie_pairs.ts";

/** A change to a cookie, named by its role. */
export type CookieChange =
  | {
    readonly role: "session";
    /** The sealed session; null ends it. */
    readonly value: string | null;
    /** Seconds that the browser keeps it. */
    readonly maxAge?: number | undefined;
  }
  | {
    readonly role: "csrf" | "challenge" | "device" | "last";
    readonly value: string | null;
  }
  | {
    readonly role: "attempt";
    /** Id of the attempt: part of the cookie's name. */
    readonly key: string;
    readonly value: string | null;
    /** Seconds that the browser keeps it. Default: a day. */
    readonly maxAge?: number | undefined;
    /** Whether the provider answers with a form that is posted from its site. */
    readonly crossSite?: boolean | undefined;
  }
  | {
    readonly role: "tokens";
    /** The id of the provider: part of the cookie's name. */
    readonly key: string;
    readonly value: string | null;
    /** Seconds that the browser keeps it. */
    readonly maxAge?: number | undefined;
  }
  | {
    /** A cookie that another library set, which is only ever cleared. */
    readonly role: "foreign";
    readonly value: null;
    readonly name: string;
    readonly attributes: CookieAttributes;
  };

/** The library's cookies in a request. Values are as sent and prove nothing yet. */
export interface CookieJar {
  /** Every value that may be the session: whole cookies, then a complete set of chunks. */
  readonly session: readonly string[];
  /**
   * Whether a chunk of the session was sent twice. Then the chunks are not in
   * `session`, although they may hold a live one.
   */
  readonly isAmbiguous: boolean;
  readonly csrf: readonly string[];
  readonly challenge: readonly string[];
  readonly device: readonly string[];
  readonly last: readonly string[];
  /** By attempt id. */
  readonly attempts: ReadonlyMap<string, readonly string[]>;
  /** Tokens of providers, by what follows the cookie's name: the provider's id, and the number of a chunk. */
  readonly tokens: ReadonlyMap<string, readonly string[]>;
  /** The names that were sent: a response clears only those. */
  readonly seen: ReadonlySet<string>;
  /** The whole Cookie header, for sessions of other libraries. */
  readonly header: string;
}

/**
 * The limit on the session's characters, which keeps all cookies together
 * within the header size that servers and proxies accept.
 */
export const MAX_SESSION = 5_500;
/**
 * Seconds that the cookie of an attempt lives. The attempt ends sooner; its
 * cookie stays, so that a late retry keeps its target.
 */
export const ATTEMPT_COOKIE_MAX_AGE = 86_400;
/** Seconds for which a browser remembers that guards here ask providers silently: 180 days. */
export const SILENT_TRY_MAX_AGE = 15_552_000;
/** Seconds that the user has to use a passkey. */
export const CHALLENGE_MAX_AGE = 300;
/** Seconds for which a form that met a guard is kept. */
export const FORM_MAX_AGE = 600;
/** Seconds for which a browser remembers the provider used last: 180 days. */
export const LAST_USED_MAX_AGE = 15_552_000;
/** Seconds that a browser stays known after it was last used to sign in: 90 days. */
export const DEVICE_MAX_AGE = 7_776_000;
/** The limit on concurrent unfinished sign-ins; beyond it, the oldest is forgotten. */
export const MAX_ATTEMPTS = 5;

/**
 * The id of every attempt at a provider without checks: its callback has no
 * `state` that could name one.
 */
export const UNPROTECTED_ATTEMPT = "000000000unprotected-";
/**
 * Stands in for an attempt's id in the name of the cookie that holds the guards'
 * parameters. It sorts after every attempt, so attempts are forgotten first.
 */
export const GUARD_PARAMS = "zzzzzzzzzguard-params";
/** Stands in likewise for the cookie that says when a provider was last asked silently. */
export const SILENT_TRY = "zzzzzzzzzsilent-tries";
/** The format of an attempt id: nine characters of time, twelve of randomness. */
const ATTEMPT_ID = /^[0-9a-z]{9}[A-Za-z0-9_-]{12}$/;
/**
 * The characters that a cookie value can hold (RFC 6265 section 4.1.1). The
 * library's own values need fewer, but the codec of an application may use all.
 */
const VALUE = /^[!#-+\--:<-[\]-~]+$/;

/**
 * Reads the library's cookies out of a Cookie header, strictly: names are
 * compared exactly and trimmed of space and tab only. (A reader that trims more
 * takes `\u00A0__Host-x`, which any page can set, for `__Host-x`.) If a name was
 * sent more than once, each value is kept: only opening them shows which is ours.
 */
export function readCookies(
  header: string | null,
  names: CookieNames,
): CookieJar {
  const own: Record<Exclude<CookieRole, KeyedRole>, string[]> = {
    session: [],
    csrf: [],
    challenge: [],
    device: [],
    last: [],
  };
  const attempts = new Map<string, string[]>();
  const tokens = new Map<string, string[]>();
  const chunks = new Map<string, string[]>();
  const seen = new Set<string>();
  readPairs(header ?? "", (name, value) => {
    const role = toRole(name, names);
    if (role === null) return;
    seen.add(name);
    if (role !== "session" && !isCookieValue(value)) return;
    if (role === "attempt") push(attempts, toAttemptId(name, names), value);
    else if (role === "tokens") {
      push(tokens, name.slice(names.tokens.length + 1), value);
    } else if (role !== "chunk") own[role].push(value);
    else push(chunks, name.slice(names.session.length + 1), value);
  });
  const isAmbiguous = [...chunks.values()].some(({ length }) => length > 1);
  const joined = joinChunks(chunks);
  if (joined !== null) own.session.push(joined);
  const session = withoutGarbage(own.session);
  return {
    ...own,
    session,
    isAmbiguous,
    attempts,
    tokens,
    seen,
    header: header ?? "",
  };
}

/** The roles of cookies whose names end in a key. */
type KeyedRole = "attempt" | "tokens";

/** Returns the role of a cookie; null if it belongs to another application. */
function toRole(name: string, names: CookieNames): CookieRole | "chunk" | null {
  const roles = Object.keys(names) as CookieRole[];
  const role = roles.find((one) => names[one] === name);
  if (role === "attempt" || role === "tokens") return null;
  if (role) return role;
  if (isChunkName(name, names)) return "chunk";
  if (name.startsWith(`${names.tokens}.`)) return "tokens";
  if (!name.startsWith(`${names.attempt}.`)) return null;
  return ATTEMPT_ID.test(toAttemptId(name, names)) ? "attempt" : null;
}

function toAttemptId(name: string, names: CookieNames): string {
  return name.slice(names.attempt.length + 1);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/**
 * Drops malformed and repeated values: only a limited number of session cookies
 * is examined, and these must not crowd out the real one. A single value crowds
 * out nothing, and opening it will show whether it is valid.
 */
function withoutGarbage(values: readonly string[]): readonly string[] {
  return values.length > 1
    ? [...new Set(values)].filter(isCookieValue)
    : values;
}

/** Whether a cookie can hold a text as it is. */
export function isCookieValue(text: string): boolean {
  return VALUE.test(text);
}

/** The limit on chunks. One digit has room for it, in a name and in chunk 0. */
const MAX_CHUNKS = 4;

/** Lists the names of the cookies that a long session is split into. */
export function toChunkNames(
  { session }: Pick<CookieNames, "session">,
): readonly string[] {
  return Array.from({ length: MAX_CHUNKS }, (_, i) => `${session}.${i}`);
}

/**
 * Whether a name is a canonical chunk name, `.0` to `.3`: `.01` or `.9` belongs
 * to another application.
 */
export function isChunkName(name: string, names: CookieNames): boolean {
  const { length } = names.session;
  if (name.length !== length + 2 || name[length] !== ".") return false;
  const index = name.charCodeAt(length + 1) - 48;
  return index >= 0 && index < MAX_CHUNKS && name.startsWith(names.session);
}

/**
 * Joins the chunks of a value. Chunk 0 begins with the number of chunks, so
 * that neither a missing nor an added one goes unnoticed. A duplicate chunk
 * makes the set ambiguous: the result is null.
 */
export function joinChunks(
  chunks: ReadonlyMap<string, readonly string[]>,
): string | null {
  const [first = ""] = chunks.get("0") ?? [];
  const match = /^([2-4])~(.*)$/.exec(first);
  if (match === null) return null;
  let value = "";
  for (let i = 0; i < Number(match[1]); i++) {
    const parts = chunks.get(String(i)) ?? [];
    const [part] = parts;
    if (parts.length !== 1 || part === undefined) return null;
    value += i === 0 ? match[2] : part;
  }
  return value;
}
