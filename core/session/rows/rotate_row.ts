import { type Authentication, keepStart } from "../../model/authentication.ts";
import type { AdapterSessionDetails } from "../../model/adapter.ts";
import type { SessionLife } from "../../model/session_life.ts";
import { readClock } from "../../runtime/clock.ts";
import type { SessionContext } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { toLatest, toMaxAge } from "./decide_row.ts";
import { claimSession, confirmClaim, giveUp } from "../revocation/claim.ts";
import {
  ALL_KEY,
  isOver,
  readMarks,
  toUserKey,
} from "../revocation/revocation.ts";
import { endRow, toAdapter, toBegan } from "./row.ts";
import type { LiveRow } from "./live_row.ts";
import type { Others } from "../session_strategy.ts";
import {
  findAuthenticationText,
  keepAuthentication,
  parseAuthentication,
} from "./row_authentication.ts";
import {
  createToken,
  needsStamp,
  toCookieText,
  type TokenTimes,
  toKey,
} from "./token.ts";

/**
 * Milliseconds that a rotation may take. The time limits of its calls add up to
 * less; a rotation that was suspended for longer may have been considered
 * abandoned.
 */
const PATIENCE = 60_000;

/** A session that is not stored yet. */
export interface NewRow {
  /** The text of its cookie. */
  readonly text: string;
  /** How long it lasts, if that was decided at the sign-in. */
  readonly life?: SessionLife | undefined;
  /** The token, or its hash, as the adapter will get it. */
  readonly key: string;
}

/** Creates the token of a new session. */
export async function createRow(
  ctx: SessionContext,
  times: TokenTimes,
): Promise<NewRow> {
  const token = createToken(ctx, times);
  const parts = { token, ...times, isStamped: needsStamp(ctx, times) };
  return {
    text: await toCookieText(ctx, parts),
    life: times.life,
    key: await toKey(ctx, token),
  };
}

/** The stored fields of a session. */
export interface RowRecord {
  readonly userId: string;
  /** Milliseconds since the epoch. */
  readonly ends: number;
  /** Fields that adapters with `sessionDetails` keep; the store keeps the authentication for others. */
  readonly details: Partial<AdapterSessionDetails>;
}

/** Stores a session. */
export async function insertRow(
  ctx: SessionContext,
  { text, key, life }: NewRow,
  { userId, ends, details }: RowRecord,
): Promise<CookieChange> {
  const adapter = toAdapter(ctx);
  await keepAuthentication(ctx, key, details.authentication ?? null);
  await adapter.createSession({
    sessionToken: key,
    userId,
    expires: new Date(ends),
    ...(adapter.keepsDetails ? details : {}),
  });
  return toRowCookie(ctx, { text, life }, ends);
}

/** Returns the cookie of a session that ends at that moment, in milliseconds since the epoch. */
export function toRowCookie(
  ctx: SessionContext,
  { text: value, life }: Pick<NewRow, "text" | "life">,
  ends: number,
): CookieChange {
  const maxAge = Math.max(1, Math.ceil((ends - ctx.now) / 1000));
  return { role: "session", value, maxAge, isBrief: life?.isBrief };
}

/** A session that gets a new token. */
interface Rotating extends LiveRow {
  /** The user's proof from now on. Default: that of before. */
  readonly proof?: Authentication | undefined;
}

/**
 * Gives a session a new token and removes the old row, and those of the user's
 * other sessions if asked. If something fails, the old row stays and can be
 * rotated again: immediately or, if the store fails as well, after two minutes.
 *
 * @returns null if the session was rotated or ended meanwhile
 * @throws AdapterError, StoreError or SessionError
 */
export async function rotateRow(
  ctx: SessionContext,
  { proof, ...known }: Rotating,
  others?: Others,
): Promise<CookieChange | null> {
  const { settings } = ctx;
  const adapter = toAdapter(ctx);
  const live = others === undefined ? known : toAnew(ctx, known, others);
  const { started, cookie: { ceiling, life } } = live;
  const row = await createRow(ctx, { started, ceiling, life });
  const began = readClock();
  const rotation = { from: live.key, to: row.key };
  const claim = await claimSession(settings, rotation);
  if (claim === null) {
    await others?.end();
    return null;
  }
  let cookie: CookieChange | null = null;
  try {
    const kept = proof === undefined
      ? await findAuthenticationText(ctx, live)
      : JSON.stringify(proof);
    const authentication = toKeptStart(kept, others && known.started);
    // From here on, a sign-out finds the pointer to the new session.
    const isHere = others === undefined || await hasRow(ctx, live);
    await others?.end();
    cookie = await insertRow(ctx, row, toRecord(ctx, live, authentication));
    const isOurs = isHere && await isStillThere(ctx, live, others) &&
      await confirmClaim(settings, claim);
    if (isOurs) await endRow(adapter, live.key);
    else cookie = null;
  } catch (error) {
    await removeQuietly(ctx, row.key);
    await giveUp(settings, claim);
    throw error;
  }
  if (!(readClock() - began < PATIENCE)) cookie = null;
  if (cookie === null) await removeQuietly(ctx, row.key);
  return cookie;
}

/**
 * The same session, which begins anew after the others ended. It ends no later
 * for that.
 */
function toAnew(
  { settings }: SessionContext,
  live: LiveRow,
  { begins }: Others,
): LiveRow {
  const { started, cookie } = live;
  const expires = live.session.expires.getTime();
  const latest = toLatest(
    { expires, started, ceiling: cookie.ceiling },
    settings.session,
  );
  const ceiling = isFinite(latest) ? latest : null;
  const session = { ...live.session, createdAt: new Date(begins) };
  return { ...live, session, started: begins, cookie: { ...cookie, ceiling } };
}

/**
 * The text of an authentication whose session begins anew: the proof stays as
 * old as it is.
 *
 * @param started when the session began; null: unknown; undefined: it goes on
 */
function toKeptStart(
  text: string | null,
  started: number | null | undefined,
): string | null {
  const authentication = parseAuthentication(text);
  return authentication === null || started === null || started === undefined
    ? text
    : JSON.stringify(keepStart(authentication, started));
}

function toRecord(
  ctx: SessionContext,
  { session, user, started, cookie: { ceiling, life } }: LiveRow,
  authentication: string | null,
): RowRecord {
  const expires = session.expires.getTime();
  const latest = toLatest(
    { expires, started, ceiling },
    ctx.settings.session,
  );
  const createdAt = session.createdAt ??
    (started === null ? undefined : new Date(started));
  const maxAge = toMaxAge(life, ctx.settings.session);
  return {
    userId: user.id,
    ends: Math.min(ctx.now + maxAge * 1000, latest),
    details: {
      ...(createdAt === undefined ? {} : { createdAt }),
      lastSeenAt: new Date(ctx.now),
      userAgent: session.userAgent ?? null,
      authentication,
    },
  };
}

/**
 * Whether a session still exists, now that the new one does. A sign-out removes
 * the row before it looks for the new one, and a revocation of a user leaves a
 * mark before it looks for rows. So one of the two sees the other. With the
 * others, this row was removed as well: then only the mark counts.
 */
async function isStillThere(
  ctx: SessionContext,
  live: LiveRow,
  others: Others | undefined,
): Promise<boolean> {
  const keys = [toUserKey(live.user.id), ALL_KEY];
  if (isOver(await readMarks(ctx, keys), toBegan(ctx, live))) return false;
  return others !== undefined || await hasRow(ctx, live);
}

async function hasRow(ctx: SessionContext, { key }: LiveRow): Promise<boolean> {
  return await toAdapter(ctx).getSessionAndUser(key) !== null;
}

/** Removes a session whose token was never handed out. If that fails, it expires. */
async function removeQuietly(ctx: SessionContext, key: string): Promise<void> {
  try {
    await endRow(toAdapter(ctx), key);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}
