import {
  type Cookie,
  type CookieAttributes,
  type CookieNames,
  type CookiePolicy,
  serializeCookie,
} from "./cookie_policy.ts";
import { isSessionName, toChunkNames } from "./chunks.ts";
import { clearFormer } from "./former_cookies.ts";
import {
  ATTEMPT_COOKIE_MAX_AGE,
  CHALLENGE_MAX_AGE,
  type CookieChange,
  type CookieJar,
  DEVICE_MAX_AGE,
  LAST_USED_MAX_AGE,
  MAX_ATTEMPTS,
  REMEMBERED_MAX_AGE,
} from "./cookies.ts";

/** The size in bytes of name, value and attributes above which browsers drop a cookie. */
const MAX_COOKIE = 4096;

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
  if (changes.length === 0) return [];
  const cookies = new Map<string, Cookie>();
  const put = (cookie: Cookie) => cookies.set(cookie.name, cookie);
  for (const change of changes) {
    for (const cookie of writeChange(change, jar, policy)) put(cookie);
  }
  if (changes.some(({ role }) => role === "session")) {
    for (const cookie of clearFormer(jar, policy.names)) put(cookie);
  }
  for (const cookie of toCrowdedOut(cookies, jar, policy)) put(cookie);
  return [...toStrays([...cookies.values()], jar), ...cookies.values()];
}

/** Returns the cookies of one change: those to clear, then those to set. */
function writeChange(
  change: CookieChange,
  jar: CookieJar,
  policy: CookiePolicy,
): readonly Cookie[] {
  const { names, attributes } = policy;
  const clear = (role: "session" | "tokens", all: readonly string[]) =>
    all.map((name) => toCleared(name, attributes[role]));
  switch (change.role) {
    case "session":
      return [
        ...clear("session", sessionNames(jar, names)),
        // Tokens in cookies end with the session.
        ...change.value === null
          ? clear("tokens", tokensNames(jar, names))
          : [],
        ...toChunks(names.session, change, attributes.session),
      ];
    case "tokens": {
      const name = `${names.tokens}.${change.key}`;
      return [
        ...clear("tokens", tokensNames(jar, names, change.key)),
        ...toChunks(name, change, attributes.tokens),
      ];
    }
    case "attempt":
      return [toAttemptCookie(change, policy)];
    case "foreign":
      return [toCleared(change.name, change.attributes)];
    default: {
      const { role, value } = change;
      const name = names[role];
      const maxAge = MAX_AGES[role];
      if (value !== null) {
        return [{ name, value, maxAge, attributes: attributes[role] }];
      }
      return jar.seen.has(name) ? [toCleared(name, attributes[role])] : [];
    }
  }
}

/**
 * Returns a jar in which the session, the tokens of providers, each of their
 * chunks and the CSRF cookie count as sent. Browsers withhold them from a form
 * that another site posts, but still have them: beside a new session, the old
 * ones have to be cleared.
 */
export function withUnseen(
  jar: CookieJar,
  names: CookieNames,
  providers: readonly string[],
): CookieJar {
  const own = [names.session, ...toChunkNames(names), names.csrf];
  const all = providers.flatMap((id) => [id, ...toChunkNames({ session: id })]);
  const unseen = all.map((key): [string, string[]] => [key, []]);
  return {
    ...jar,
    seen: new Set([...jar.seen, ...own]),
    tokens: new Map([...unseen, ...jar.tokens]),
  };
}

/** Seconds that browsers keep a cookie; null: until the browser is closed. */
const MAX_AGES = {
  csrf: null,
  challenge: CHALLENGE_MAX_AGE,
  device: DEVICE_MAX_AGE,
  last: LAST_USED_MAX_AGE,
  remembered: REMEMBERED_MAX_AGE,
} as const;

/** The limit on the bytes of all cookies together in one header: proxies refuse 8 kB. */
const MAX_TOTAL = 7_000;

/** The limit on cookies that are cleared together: proxies limit answers, too. */
const MAX_CLEARED = 4 * MAX_ATTEMPTS;

/**
 * Clears the oldest unfinished sign-ins if the browser's cookies would become
 * too large.
 */
function toCrowdedOut(
  cookies: ReadonlyMap<string, Cookie>,
  jar: CookieJar,
  { names, attributes }: CookiePolicy,
): Cookie[] {
  const isWritten = (name: string) => cookies.has(name);
  const kept = [...jar.attempts]
    .map(([id, values]) => [`${names.attempt}.${id}`, ...values])
    .filter(([name = ""]) => !isWritten(name)).sort();
  if (kept.length === 0) return [];
  const written = [...cookies.values()].filter(({ maxAge }) => maxAge !== 0);
  if (written.every(({ name }) => name === names.csrf)) return [];
  let total = [
    ...written.flatMap(({ name, value }) => [name, value]),
    ...(sessionNames(jar, names).some(isWritten) ? [] : jar.session),
    ...(isWritten(names.csrf) ? [] : jar.csrf),
    ...(isWritten(names.challenge) ? [] : jar.challenge),
    ...(isWritten(names.device) ? [] : jar.device),
    ...(isWritten(names.last) ? [] : jar.last),
    ...(isWritten(names.remembered) ? [] : jar.remembered),
    ...[...jar.tokens]
      .map(([key, values]) => [`${names.tokens}.${key}`, ...values])
      .filter(([name = ""]) => !isWritten(name)).flat(),
    ...kept.flat(),
  ].reduce((sum, text) => sum + text.length + 2, 0);
  const room = MAX_CLEARED - (cookies.size - written.length);
  const out: Cookie[] = [];
  for (const [name = "", ...values] of kept.slice(0, Math.max(0, room))) {
    if (total <= MAX_TOTAL) break;
    total -= [name, ...values].reduce((sum, one) => sum + one.length + 2, 0);
    out.push(toCleared(name, attributes.attempt));
  }
  return out;
}

/**
 * Clears a bare-host cookie that may exist under the same name as a cookie with
 * a Domain: a browser would send both forever.
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
  const { key, value, crossSite, maxAge = ATTEMPT_COOKIE_MAX_AGE } = change;
  const name = `${names.attempt}.${key}`;
  if (value === null) return toCleared(name, attributes);
  if (!crossSite) return { name, value, maxAge, attributes };
  // Browsers accept SameSite=None only with Secure; loopback counts as secure.
  const open = { ...attributes, sameSite: "none", secure: true } as const;
  return { name, value, maxAge, attributes: open };
}

function sessionNames(jar: CookieJar, names: CookieNames): string[] {
  return [...jar.seen].filter((name) => isSessionName(name, names));
}

/** Lists the cookies with tokens that the browser sent: all, or those of one provider. */
function tokensNames(
  { tokens }: CookieJar,
  names: CookieNames,
  provider?: string,
): string[] {
  return [...tokens.keys()]
    .filter((key) => provider === undefined || key.split(".")[0] === provider)
    // An attacker may have planted hundreds.
    .slice(0, MAX_CLEARED)
    .map((key) => `${names.tokens}.${key}`);
}

/** Writes a value as one cookie, or as chunks if it is too long for one. */
function toChunks(
  base: string,
  { value, maxAge: seconds = null, isBrief = false }: {
    readonly value: string | null;
    readonly maxAge?: number | null | undefined;
    readonly isBrief?: boolean | undefined;
  },
  attributes: CookieAttributes,
): Cookie[] {
  if (value === null) return [];
  const maxAge = isBrief ? null : seconds;
  // The longest Max-Age that is written has eight digits.
  const empty = { name: `${base}.0`, value: "", maxAge: 34_560_000 };
  const room = MAX_COOKIE - serializeCookie({ ...empty, attributes }).length;
  if (value.length <= room) {
    return [{ name: base, value, maxAge, attributes }];
  }
  const count = Math.ceil((value.length + 2) / room);
  const text = `${count}~${value}`;
  return Array.from({ length: count }, (_, i) => ({
    name: `${base}.${i}`,
    value: text.slice(i * room, (i + 1) * room),
    maxAge,
    attributes,
  }));
}
