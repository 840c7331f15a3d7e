import { chain } from "../runtime/maybe_promise.ts";
import type { SessionContext } from "../request/context.ts";
import { isCookieValue } from "../http/cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import { SessionError } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";

/** 32 random bytes as base64url; a dot and the time follow. */
const RANDOM_LENGTH = 43;
/** Eight or nine digits in base 36: the years 1972 to 5188. */
const TIME = /^[0-9a-z]{8,9}$/;
/** 128 random bits as base64url: the minimum for an unguessable token. */
const MIN_TOKEN = 22;
/** The limit on tokens that are looked up, and one that lets values bound to a token fit into cookies. */
const MAX_TOKEN = 512;
/** The length of a code (HMAC-SHA-256) in base64url. */
const MAC_LENGTH = 43;
/**
 * The suffix of a token from the application's own generator: the time of the
 * sign-in, and a code that authenticates both.
 */
const STAMP = /\.([0-9a-z]{8,9})\.([\w-]{43})$/;
const MAX_STAMP = 54;

/**
 * Creates a token for the cookie of a database session. The time in it is
 * authentic without a seal: a session is looked up by the whole text.
 *
 * @param started when the user signed in, in milliseconds since the epoch, if
 * that is known
 * @throws SessionError if the application's own generator returned no usable
 * token
 */
export function createToken(
  ctx: SessionContext,
  started: number | null,
): string {
  const { generateSessionToken } = ctx.settings;
  if (generateSessionToken === null) {
    return started === null
      ? randomText(32)
      : `${randomText(32)}.${Math.floor(started).toString(36)}`;
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
    `\`session.generateSessionToken\` must give a text of ${MIN_TOKEN} to ${MAX_TOKEN} characters that a cookie can hold.`,
  );
}

/** The parts of a database session's cookie. */
export interface CookieParts {
  /** The token; the adapter gets this, or its hash. */
  readonly token: string;
  /** When the user signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
  /** Whether the time is appended to the token. */
  readonly isStamped: boolean;
}

/** Whether the time of the sign-in has to be appended to the token, because nothing else keeps it. */
export function needsStamp({ settings, effects }: SessionContext): boolean {
  return settings.generateSessionToken !== null &&
    effects.adapter?.sessionDetails !== true;
}

/** Returns the text of a session's cookie. The adapter never sees what is appended to the token. */
export async function toCookieText(
  ctx: SessionContext,
  { token, started, isStamped }: CookieParts,
): Promise<string> {
  if (!isStamped || started === null) return token;
  const time = Math.floor(started).toString(36);
  const [newest = ""] = await toCodes(ctx, token, time);
  return `${token}.${time}.${newest}`;
}

/**
 * Splits the text of a cookie. A text without a valid code is all token; if the
 * code was cut off, the session is of unknown age and is never extended.
 */
export function readCookieText(
  ctx: SessionContext,
  text: string,
): Awaitable<CookieParts> {
  const whole = { token: text, started: readStart(text), isStamped: false };
  const found = text[text.length - MAC_LENGTH - 1] === "."
    ? STAMP.exec(text)
    : null;
  if (found === null) return whole;
  const [{ length }, time = "", code = ""] = found;
  const token = text.slice(0, -length);
  return chain(
    toCodes(ctx, token, time),
    (codes) =>
      codes.some((one) => isEqual(one, code))
        ? { token, started: parseInt(time, 36), isStamped: true }
        : whole,
  );
}

/**
 * Computes the codes that authenticate a time appended to a token, one for each
 * secret. They match no other token.
 */
function toCodes(
  { settings }: SessionContext,
  token: string,
  time: string,
): Awaitable<readonly string[]> {
  return settings.keyring.namesOf(
    JSON.stringify(["session start", token, time]),
  );
}

/** Returns when the user signed in, in milliseconds since the epoch, if the token says. */
function readStart(token: string): number | null {
  if (token[RANDOM_LENGTH] !== ".") return null;
  const time = token.slice(RANDOM_LENGTH + 1);
  return TIME.test(time) ? parseInt(time, 36) : null;
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
export function toKey(ctx: SessionContext, token: string): Awaitable<string> {
  return ctx.effects.adapter?.hashedTokens
    ? ctx.settings.keyring.engine.hash(token)
    : token;
}
