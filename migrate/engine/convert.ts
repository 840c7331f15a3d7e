/**
 * Turns a session of another library into one of this library, the same in
 * every process, so that two first requests of a browser make one session.
 *
 * @module
 */

import { callHost } from "../../core/runtime/timeout.ts";
import { SessionError, SessionTooLarge } from "../../core/errors/auth_error.ts";
import type { CookieChange } from "../../core/http/cookies.ts";
import type { JWT } from "../../core/model/model.ts";
import { toSessionId } from "../../core/model/session_id.ts";
import type { SessionContext } from "../../core/request/context.ts";
import { toAudience } from "../../core/session/audience.ts";
import {
  sealSession,
  type SessionClaims,
  toClaims,
} from "../../core/session/jwt/claims.ts";
import {
  insertRow,
  type NewRow,
  toRowCookie,
} from "../../core/session/rows/rotate_row.ts";
import { endRow, toAdapter } from "../../core/session/rows/row.ts";
import { toPersons } from "../../core/session/start.ts";
import { toKey } from "../../core/session/rows/token.ts";
import type { OldSession } from "./bridge.ts";
import { type Conversion, isRefused, toNames } from "./marks.ts";

type SessionCookie = CookieChange & {
  readonly role: "session";
  readonly value: string;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds by which another clock may be ahead. */
const AHEAD = 60_000;

/**
 * Converts a session.
 *
 * @returns its cookie; null if the application or its tables do not know the
 * user
 * @throws AdapterError, StoreError, SessionError or an AuthError from the
 * application
 */
export async function convert(
  ctx: SessionContext,
  conversion: Conversion,
): Promise<SessionCookie | null> {
  const cookie = ctx.settings.strategy === "database"
    ? await toRow(ctx, conversion)
    : await toToken(ctx, conversion);
  if (cookie === null || !conversion.session.isTransient) return cookie;
  const { maxAge: _, ...transient } = cookie;
  return transient;
}

/**
 * Returns when the session began, in milliseconds since the epoch. If that is
 * unknown, it is early enough that the sign-in does not count as fresh, and the
 * same for all requests of a moment.
 */
export function toBegan(
  ctx: SessionContext,
  { startedAt, writtenAt }: OldSession,
): number {
  const day = Math.floor(ctx.now / DAY) * DAY;
  // A time in the future is a wrong guess of the bridge.
  const isKnown = writtenAt !== null && writtenAt <= ctx.now + AHEAD;
  const known = startedAt ?? (isKnown ? writtenAt : day) - HOUR;
  return Math.min(known, ctx.now);
}

async function toToken(
  ctx: SessionContext,
  conversion: Conversion,
): Promise<SessionCookie | null> {
  const { session } = conversion;
  const began = toBegan(ctx, session);
  const token = await callJwt(ctx, session);
  // A sign-out may have been faster than the callback.
  if (token === null || await isRefused(ctx, conversion)) return null;
  const [person = ""] = await toPersons(ctx.settings, session.userId);
  const name = await toName(ctx, conversion);
  const claims = toClaims(ctx, token, {
    sub: session.userId,
    sid: toSessionId(person, began, name.slice(0, 22)),
    auth_time: began / 1000,
    aud: toAudience(ctx),
    authn: session.authentication,
  });
  const exp = Math.min(claims.exp, (session.endsAt ?? Infinity) / 1000);
  return await sealFitting(ctx, { ...claims, exp });
}

async function toName(
  { settings }: SessionContext,
  conversion: Conversion,
): Promise<string> {
  const [newest = ""] = await toNames(settings, conversion);
  return newest;
}

async function callJwt(
  ctx: SessionContext,
  { userId: sub, name, email, image, claims, content }: OldSession,
): Promise<JWT | null> {
  const token: JWT = { ...claims, name, email, picture: image, sub };
  const { jwt } = ctx.settings.callbacks;
  if (jwt === undefined) return token;
  const result = await callHost(
    { name: "jwt", failure: SessionError },
    () => jwt({ token, trigger: "migrate", session: content }),
  );
  if (typeof result === "object") return result;
  throw new SessionError("The jwt callback returned neither a token nor null.");
}

/** The claims that the library itself needs. */
const NEEDED = ["sub", "sid", "iat", "auth_time", "exp", "aud", "authn"];

/**
 * Seals the claims. Claims without room in a cookie are left out, the longest
 * first: the other library may have split a longer session into more cookies.
 */
async function sealFitting(
  ctx: SessionContext,
  claims: SessionClaims,
): Promise<SessionCookie> {
  try {
    return await sealSession(ctx, claims) as SessionCookie;
  } catch (error) {
    const longest = findLongest(claims);
    if (!(error instanceof SessionTooLarge) || longest === null) throw error;
    ctx.effects.log.warn(
      "session-size",
      `The session of another library was accepted without its claim \`${longest}\`, for which the session cookie had no room. Remove large values in the \`jwt\` callback when \`trigger\` is "migrate", or keep sessions in a database.`,
    );
    return await sealFitting(ctx, { ...claims, [longest]: undefined });
  }
}

function findLongest(claims: SessionClaims): string | null {
  const toSize = (value: unknown) => (JSON.stringify(value) ?? "").length;
  const [longest = null] = Object.entries(claims)
    .filter(([name, value]) => !NEEDED.includes(name) && value !== undefined)
    .sort(([, a], [, b]) => toSize(b) - toSize(a));
  return longest === null ? null : longest[0];
}

async function toRow(
  ctx: SessionContext,
  conversion: Conversion,
): Promise<SessionCookie | null> {
  const { session } = conversion;
  const { userId } = session;
  const adapter = toAdapter(ctx);
  if (await adapter.getUser(userId) === null) return null;
  const began = toBegan(ctx, session);
  const text = `${await toName(ctx, conversion)}.${began.toString(36)}`;
  const key = await toKey(ctx, text);
  const latest = toEnd(ctx, session, began);
  if (!(ctx.now < latest)) return null;
  const ends = await findEnd(ctx, key) ??
    await storeRow(ctx, session, {
      row: { text, key },
      userId,
      began,
      ends: latest,
    });
  // A sign-out may have been faster than this request.
  if (!await isRefused(ctx, conversion)) {
    return toRowCookie(ctx, { text }, ends) as SessionCookie;
  }
  await endRow(adapter, key);
  return null;
}

function toEnd(
  ctx: SessionContext,
  { endsAt }: OldSession,
  began: number,
): number {
  const { maxAge, absoluteMaxAge } = ctx.settings.session;
  return Math.min(
    ctx.now + maxAge * 1000,
    began + absoluteMaxAge * 1000,
    endsAt ?? Infinity,
  );
}

/** Returns the end of a row that is live. One that has ended makes room for the next. */
async function findEnd(
  ctx: SessionContext,
  key: string,
): Promise<number | null> {
  const adapter = toAdapter(ctx);
  const found = await adapter.getSessionAndUser(key);
  const ends = found?.session.expires.getTime() ?? null;
  if (ends === null || ctx.now < ends) return ends;
  await endRow(adapter, key);
  return null;
}

/** A row to store. */
interface AcceptedRow {
  readonly row: NewRow;
  readonly userId: string;
  readonly began: number;
  readonly ends: number;
}

async function storeRow(
  ctx: SessionContext,
  { authentication }: OldSession,
  { row, userId, began, ends }: AcceptedRow,
): Promise<number> {
  const details = {
    createdAt: new Date(began),
    lastSeenAt: new Date(ctx.now),
    userAgent: null,
    authentication: authentication === undefined
      ? null
      : JSON.stringify(authentication),
  };
  try {
    await insertRow(ctx, row, { userId, ends, details });
    return ends;
  } catch (error) {
    // Another request with the same cookie may have been faster.
    const stored = await findEnd(ctx, row.key);
    if (stored === null) throw error;
    return stored;
  }
}
