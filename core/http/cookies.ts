/**
 * Reads the library's cookies. Actions name a cookie by its role. This file
 * sorts what a browser sent by role, and joins chunks; `write_cookies.ts` does
 * the reverse.
 *
 * @module
 */

import type {
  CookieAttributes,
  CookieLife,
  CookieNames,
  CookieRole,
} from "./cookie_policy.ts";
import { isChunkName, joinChunks } from "./chunks.ts";
import { readPairs } from "./cookie_pairs.ts";

/** A change to a cookie, named by its role. */
export type CookieChange =
  | {
    readonly role: "session";
    /** The sealed session; null ends it. */
    readonly value: string | null;
  } & CookieLife
  | {
    readonly role: "csrf" | "challenge" | "device" | "last" | "remembered";
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
  } & CookieLife
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
  readonly remembered: readonly string[];
  /** The attempts, by their id. */
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
/** Seconds for which a browser is remembered, and need not give a second factor: 30 days. */
export const REMEMBERED_MAX_AGE = 2_592_000;
/** Seconds that a sign-in waits for its second factor. */
export const FACTOR_MAX_AGE = 600;
/** The limit on concurrent unfinished sign-ins; beyond it, the oldest is forgotten. */
export const MAX_ATTEMPTS = 5;

/**
 * The id of every attempt at a provider without checks: its callback has no
 * `state` that could name one.
 */
export const UNPROTECTED_ATTEMPT = "000000000unprotected-";
/**
 * Takes the place of an attempt's id in the name of the cookie that holds the
 * guards' parameters. It sorts after every attempt, so attempts are forgotten
 * first.
 */
export const GUARD_PARAMS = "zzzzzzzzzguard-params";
/**
 * Does the same for the cookie that says when a provider was last asked
 * silently.
 */
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
  const jar: OpenJar = {
    session: [],
    isAmbiguous: false,
    csrf: [],
    challenge: [],
    device: [],
    last: [],
    remembered: [],
    attempts: NO_VALUES,
    tokens: NO_VALUES,
    seen: new Set(),
    header: header ?? "",
  };
  let chunks: Values = NO_VALUES;
  readPairs(jar.header, (name, value) => {
    const role = toRole(name, names);
    if (role === null) return;
    jar.seen.add(name);
    if (role !== "session" && !isCookieValue(value)) return;
    const put = (map: Values, prefix: CookieRole) =>
      push(map, name.slice(names[prefix].length + 1), value);
    if (role === "attempt") jar.attempts = put(jar.attempts, role);
    else if (role === "tokens") jar.tokens = put(jar.tokens, role);
    else if (role === "chunk") chunks = put(chunks, "session");
    else jar[role].push(value);
  });
  if (chunks !== NO_VALUES) {
    jar.isAmbiguous = [...chunks.values()].some(({ length }) => length > 1);
    const joined = joinChunks(chunks);
    if (joined !== null) jar.session.push(joined);
  }
  jar.session = withoutGarbage(jar.session);
  return jar;
}

/** A jar while it is filled. */
interface OpenJar extends CookieJar {
  session: string[];
  isAmbiguous: boolean;
  readonly csrf: string[];
  readonly challenge: string[];
  readonly device: string[];
  readonly last: string[];
  readonly remembered: string[];
  attempts: Values;
  tokens: Values;
  readonly seen: Set<string>;
}

/** Returns the role of a cookie; null if it belongs to another application. */
function toRole(name: string, names: CookieNames): CookieRole | "chunk" | null {
  switch (name) {
    case names.session:
      return "session";
    case names.csrf:
      return "csrf";
    case names.challenge:
      return "challenge";
    case names.device:
      return "device";
    case names.last:
      return "last";
    case names.remembered:
      return "remembered";
    case names.attempt:
    case names.tokens:
      return null;
  }
  if (isChunkName(name, names)) return "chunk";
  if (name.startsWith(`${names.tokens}.`)) return "tokens";
  if (!name.startsWith(`${names.attempt}.`)) return null;
  return ATTEMPT_ID.test(toAttemptId(name, names)) ? "attempt" : null;
}

function toAttemptId(name: string, names: CookieNames): string {
  return name.slice(names.attempt.length + 1);
}

function push(map: Values, key: string, value: string): Values {
  // Any other map was made here.
  const own = map === NO_VALUES ? new Map() : map as Map<string, string[]>;
  const values = own.get(key);
  if (values === undefined) own.set(key, [value]);
  else values.push(value);
  return own;
}

type Values = ReadonlyMap<string, string[]>;

/**
 * Used for the maps that most requests do not need; nothing is ever put into
 * it.
 */
const NO_VALUES: ReadonlyMap<string, string[]> = new Map();

/**
 * Drops malformed and repeated values: only a limited number of session cookies
 * is examined, and these must not crowd out the real one. A single value crowds
 * out nothing, and opening it will show whether it is valid.
 */
function withoutGarbage(values: string[]): string[] {
  return values.length > 1
    ? [...new Set(values)].filter(isCookieValue)
    : values;
}

/** Whether a cookie can hold a text as it is. */
export function isCookieValue(text: string): boolean {
  return VALUE.test(text);
}
