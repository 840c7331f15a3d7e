import type { SessionLife } from "../../model/session_life.ts";
import type { SessionContext } from "../../request/context.ts";
import { isCookieValue } from "../../http/cookies.ts";
import { isEqual } from "../../crypto/equal.ts";
import { randomText } from "../../crypto/random.ts";
import { SessionError } from "../../errors/errors.ts";

/** 32 random bytes as base64url; a dot and the time follow. */
const RANDOM_LENGTH = 43;
/**
 * The time of the sign-in and, after a hyphen, that at which the session ends at
 * the latest. Eight or nine digits in base 36: the years 1972 to 5188. Last come
 * the seconds without use after which it ends, if they were decided at the
 * sign-in: after `~` if the cookie ends with the browser, else after `_`.
 */
const TIMES =
  /^([0-9a-z]{8,9})(?:-([0-9a-z]{8,9}))?(?:([_~])([0-9a-z]{1,6}))?$/;
/** 128 random bits as base64url: the minimum for an unguessable token. */
const MIN_TOKEN = 22;
/** The limit on tokens that are looked up, and one that lets values bound to a token fit into cookies. */
const MAX_TOKEN = 512;
/** The length of a code (HMAC-SHA-256) in base64url. */
const MAC_LENGTH = 43;
/**
 * The suffix of a token from the application's own generator: the times, and a
 * code that authenticates all of it.
 */
const STAMP =
  /\.([0-9a-z]{8,9}(?:-[0-9a-z]{8,9})?(?:[_~][0-9a-z]{1,6})?)\.([\w-]{43})$/;
const MAX_STAMP = 72;

/** The times of a session that its cookie says, in milliseconds since the epoch. */
export interface TokenTimes {
  /** When the user signed in, if that is known. */
  readonly started: number | null;
  /** When it ends at the latest, if its provider said so or it has begun anew. */
  readonly ceiling: number | null;
  /** How long it lasts, if that was decided at the sign-in. */
  readonly life?: SessionLife | undefined;
}

/**
 * Creates a token for the cookie of a database session. The times in it are
 * authentic without a seal: a session is looked up by the whole text.
 *
 * @throws SessionError if the application's own generator returned no usable
 * token
 */
export function createToken(
  ctx: SessionContext,
  times: TokenTimes,
): string {
  const { generateSessionToken } = ctx.settings;
  if (generateSessionToken === null) {
    const text = toTimesText(times);
    return text === null ? randomText(32) : `${randomText(32)}.${text}`;
  }
  let token: unknown;
  try {
    token = generateSessionToken();
  } catch (error) {
    throw new SessionError("`session.generateSessionToken` threw.", {
      cause: error,
    });
  }
  if (isToken(token) && token.length >= MIN_TOKEN && isCookieValue(token)) {
    return token;
  }
  throw new SessionError(
    `\`session.generateSessionToken\` must return a string of ${MIN_TOKEN} to ${MAX_TOKEN} characters that a cookie can hold.`,
  );
}

/** The parts of a database session's cookie. */
export interface CookieParts extends TokenTimes {
  /** The token; the adapter gets this, or its hash. */
  readonly token: string;
  /** Whether the times are appended to the token. */
  readonly isStamped: boolean;
}

/** Whether the times have to be appended to the token, because nothing else keeps them. */
export function needsStamp(
  { settings, effects }: SessionContext,
  { ceiling, life }: TokenTimes,
): boolean {
  return settings.generateSessionToken !== null &&
    (ceiling !== null || life !== undefined ||
      effects.adapter?.sessionDetails !== true);
}

/** Returns the text of a session's cookie. The adapter never sees what is appended to the token. */
export async function toCookieText(
  ctx: SessionContext,
  { token, isStamped, ...times }: CookieParts,
): Promise<string> {
  const text = isStamped ? toTimesText(times) : null;
  if (text === null) return token;
  const [newest = ""] = await toCodes(ctx, token, text);
  return `${token}.${text}.${newest}`;
}

/**
 * Splits the text of a cookie. A text without a valid code is a token as a
 * whole; if the code was cut off, the session is of unknown age and is never
 * extended.
 */
export async function readCookieText(
  ctx: SessionContext,
  text: string,
): Promise<CookieParts> {
  const times = text[RANDOM_LENGTH] === "."
    ? text.slice(RANDOM_LENGTH + 1)
    : "";
  const whole = toParts(text, times, false);
  const found = text[text.length - MAC_LENGTH - 1] === "."
    ? STAMP.exec(text)
    : null;
  if (found === null) return whole;
  const [{ length }, stamp = "", code = ""] = found;
  const token = text.slice(0, -length);
  const codes = await toCodes(ctx, token, stamp);
  return codes.some((one) => isEqual(one, code))
    ? toParts(token, stamp, true)
    : whole;
}

/**
 * Computes the codes that authenticate times appended to a token, one for each
 * secret. They match no other token.
 */
function toCodes(
  { settings }: SessionContext,
  token: string,
  times: string,
): Promise<readonly string[]> {
  return settings.keyring.namesOf(
    JSON.stringify(["session start", token, times]),
  );
}

/** Returns the text of a session's times; null if it is not known when it started. */
function toTimesText({ started, ceiling, life }: TokenTimes): string | null {
  if (started === null) return null;
  const times = ceiling === null ? [started] : [started, ceiling];
  const text = times.map((one) => Math.floor(one).toString(36)).join("-");
  if (life === undefined) return text;
  const seconds = Math.ceil(life.maxAge).toString(36);
  return `${text}${life.isBrief ? "~" : "_"}${seconds}`;
}

/** Splits a token's times, if the text is that. */
function toParts(
  token: string,
  text: string,
  isStamped: boolean,
): CookieParts {
  const [, started, ceiling, mark, seconds] = TIMES.exec(text) ?? [];
  return {
    token,
    started: started === undefined ? null : parseInt(started, 36),
    ceiling: ceiling === undefined ? null : parseInt(ceiling, 36),
    life: seconds === undefined
      ? undefined
      : toLife(mark, parseInt(seconds, 36)),
    isStamped,
  };
}

function toLife(mark: string | undefined, maxAge: number): SessionLife {
  return mark === "~" ? { maxAge, isBrief: true } : { maxAge };
}

/** Whether a cookie's value may hold a token. */
export function mayHoldToken(value: string): boolean {
  return value !== "" && value.length <= MAX_TOKEN + MAX_STAMP;
}

/** Whether a token is worth a query. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && value !== "" &&
    value.length <= MAX_TOKEN;
}

/**
 * Returns the adapter's key for a session: a hash, if it stores hashes, so that
 * read access to its table is not enough to sign in.
 */
export async function toKey(
  ctx: SessionContext,
  token: string,
): Promise<string> {
  return ctx.effects.adapter?.hashedTokens
    ? await ctx.settings.keyring.engine.hash(token)
    : token;
}
