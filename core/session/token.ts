import type { SessionContext } from "../context.ts";
import { isCookieValue } from "../cookies.ts";
import { randomText } from "../crypto/random.ts";
import { SessionError } from "../errors.ts";
import type { Awaitable } from "../model.ts";

/** 32 random bytes, and when the person signed in. */
const OWN_TOKEN = /^[A-Za-z0-9_-]{43}\.([0-9a-z]{8,9})$/;
/** 128 random bits as base64url: what an unguessable token has at least. */
const MIN_TOKEN = 22;
/** No database has to look for more, and what is bound to a token has to fit into cookies, too. */
const MAX_TOKEN = 512;

/**
 * A new token for the cookie of a database session. The time in it is authentic
 * without a seal: a session is found by the whole text.
 *
 * @param started when the person signed in, in milliseconds since the epoch
 * @throws SessionError if the host's own generator gave no usable token
 */
export function createToken(ctx: SessionContext, started: number): string {
  const { generateSessionToken } = ctx.settings;
  if (generateSessionToken === null) {
    return `${randomText(32)}.${Math.floor(started).toString(36)}`;
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

/** When the person signed in, in milliseconds since the epoch, if the token says. */
export function readStart(token: string): number | null {
  const [, time] = OWN_TOKEN.exec(token) ?? [];
  return time === undefined ? null : parseInt(time, 36);
}

/** Whether a cookie's value is worth a query. */
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
