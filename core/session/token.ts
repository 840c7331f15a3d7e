import { chain } from "../runtime/awaitable.ts";
import type { SessionContext } from "../request/context.ts";
import { isCookieValue } from "../http/cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import { SessionError } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";

/** 32 random bytes as base64url; a dot and the time follow. */
const RANDOM_LENGTH = 43;
/** Eight or nine digits to the base 36: the years 1972 to 5188. */
const TIME = /^[0-9a-z]{8,9}$/;
/** 128 random bits as base64url: what an unguessable token has at least. */
const MIN_TOKEN = 22;
/** No database has to look for more, and what is bound to a token has to fit into cookies, too. */
const MAX_TOKEN = 512;
/** A code (HMAC-SHA-256) as base64url. */
const MAC_LENGTH = 43;
/** Behind a token of the host's own stand the time of the sign-in and a code that authenticates both. */
const STAMP = /\.([0-9a-z]{8,9})\.([\w-]{43})$/;
const MAX_STAMP = 54;

/**
 * A new token for the cookie of a database session. The time in it is authentic
 * without a seal: a session is found by the whole text.
 *
 * @param started when the person signed in, in milliseconds since the epoch, if
 * that is known
 * @throws SessionError if the host's own generator gave no usable token
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
  /** The adapter gets this, or its hash. */
  readonly token: string;
  /** When the person signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
  /** Whether the time stands beside the token. */
  readonly isStamped: boolean;
}

/** Whether the time of the sign-in has to stand beside the token: nothing else keeps it. */
export function needsStamp({ settings, effects }: SessionContext): boolean {
  return settings.generateSessionToken !== null &&
    effects.adapter?.sessionDetails !== true;
}

/** The text of a session's cookie. The adapter never sees what stands beside the token. */
export function toCookieText(
  ctx: SessionContext,
  { token, started, isStamped }: CookieParts,
): Awaitable<string> {
  if (!isStamped || started === null) return token;
  const time = Math.floor(started).toString(36);
  return chain(
    toCodes(ctx, token, time),
    ([newest = ""]) => `${token}.${time}.${newest}`,
  );
}

/**
 * Takes the text of a cookie apart. A text without a valid code is a token as a
 * whole; a code that was cut off leaves a session of unknown age, which is never
 * extended.
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

/** The codes that authenticate a time beside a token, one for each secret. They fit no other token. */
function toCodes(
  { settings }: SessionContext,
  token: string,
  time: string,
): Awaitable<readonly string[]> {
  return settings.keyring.namesOf(
    JSON.stringify(["session start", token, time]),
  );
}

/** When the person signed in, in milliseconds since the epoch, if the token says. */
export function readStart(token: string): number | null {
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

/** What the adapter knows a session by: who reads its table cannot sign in with a hash. */
export function toKey(ctx: SessionContext, token: string): Awaitable<string> {
  return ctx.effects.adapter?.hashedTokens
    ? ctx.settings.keyring.engine.hash(token)
    : token;
}
