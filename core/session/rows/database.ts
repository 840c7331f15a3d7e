import type { SessionContext } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { Session } from "../../model/model.ts";
import { toSessionFields } from "../../model/field_values.ts";
import { forgetRenewal, isFirstRenewal } from "../../storage/process_cache.ts";
import { endRows, replaceRows } from "./end_rows.ts";
import { toMarkKey } from "../revocation/marks.ts";
import { readGroupMarks, removeOvertaken } from "./overtaken.ts";
import {
  LATE_READ,
  makeSession,
  NO_CHANGES,
  noSession,
  type SessionRead,
  toRead,
} from "../session_read.ts";
import type { SessionUpdate } from "../session_read.ts";
import { isRecent, readMarks } from "../revocation/revocation.ts";
import { createRow, insertRow, rotateRow, toRowCookie } from "./rotate_row.ts";
import { toMaxAge, toUpdateAge } from "./decide_row.ts";
import { confirmRow, findRow, listKeys, toAdapter, toShownKey } from "./row.ts";
import type { LiveRow } from "./live_row.ts";
import {
  findAuthenticationText,
  parseAuthentication,
} from "./row_authentication.ts";
import type { SignIn } from "../session_strategy.ts";
import type { SessionStrategy } from "../session_strategy.ts";
import { toCookieText } from "./token.ts";
import { type Client, readUserAgent } from "../../request/client.ts";

/** Keeps sessions as rows of the adapter's database. The cookie holds a token. */
export const databaseStrategy: SessionStrategy = {
  bindingId: toBindingId,
  read,
  find: async (ctx) => {
    const live = await findRow(ctx);
    if (live === null) return null;
    const { key: id, user, started, ends, cookie } = live;
    const text = await findAuthenticationText(ctx, live);
    const authentication = parseAuthentication(text);
    const { life } = cookie;
    return { id, userId: user.id, started, ends, authentication, life };
  },
  start,
  end: endRows,
  rotate: async (ctx, others, proof) => {
    const live = await findRow(ctx);
    if (live === null) await others?.end();
    const cookie = live === null
      ? null
      : await rotateRow(ctx, { ...live, proof }, others);
    return cookie === null ? [] : [cookie];
  },
};

/** Names the session by its cookie alone, so that bindings to it need no query. */
async function toBindingId(ctx: SessionContext): Promise<string | null> {
  const { session } = ctx.jar;
  const [only] = session;
  if (only === undefined) return null;
  if (session.length === 1) return await toShownKey(ctx, only);
  const all = await ctx.settings.keyring.engine.hash(session.join(" "));
  return `several.${all}`;
}

async function read(
  ctx: SessionContext,
  update: SessionUpdate | null,
): Promise<SessionRead> {
  const live = await findRow(ctx);
  if (live === null) return await readNobody(ctx);
  if (update?.rotate) return await readRotated(ctx, live, update);
  const ends = await renew(ctx, live);
  return ends === null
    ? await show(ctx, live, update)
    : await showRenewed(ctx, { ...live, ends }, update);
}

/** Leaves the new cookie alone for late requests with the cookie of a rotated session. */
async function readNobody(ctx: SessionContext): Promise<SessionRead> {
  return ctx.jar.session.length === 0 ? noSession(ctx) : await readDead(ctx);
}

async function readDead(ctx: SessionContext): Promise<SessionRead> {
  try {
    const keys = await Promise.all(
      (await listKeys(ctx)).map((key) => toMarkKey(ctx.settings, key)),
    );
    const marks = keys.length === 0 ? [] : await readMarks(ctx, keys);
    return marks.some((mark) => isRecent(mark, ctx.now))
      ? LATE_READ
      : noSession(ctx);
  } catch (error) {
    // There is no session, whatever the mark says. Only the cookie stays until the store answers.
    ctx.effects.log.error(error as Error);
    return LATE_READ;
  }
}

async function readRotated(
  ctx: SessionContext,
  live: LiveRow,
  update: SessionUpdate,
): Promise<SessionRead> {
  const session = await view(ctx, live, update);
  const cookie = await rotateRow(ctx, live);
  return cookie === null
    ? await readNobody(ctx)
    : await toRead(ctx, { session }, [cookie]);
}

/** Shows a session whose row was extended, and extends its cookie with it. */
async function showRenewed(
  ctx: SessionContext,
  live: LiveRow,
  update: SessionUpdate | null,
): Promise<SessionRead> {
  const session = await view(ctx, live, update);
  const text = await toCookieText(ctx, live.cookie);
  // A cookie with the old token must not replace a new one.
  return await confirmRow(ctx, live)
    ? await toRead(ctx, { session }, [
      toRowCookie(ctx, { text, life: live.cookie.life }, live.ends),
    ])
    : await readNobody(ctx);
}

async function show(
  ctx: SessionContext,
  live: LiveRow,
  update: SessionUpdate | null,
): Promise<SessionRead> {
  const session = await view(ctx, live, update);
  return await toRead(ctx, { session }, NO_CHANGES);
}

/** Returns the session as the callback shapes it. The token is never part of it. */
async function view(
  ctx: SessionContext,
  { user, ends, session: { authentication } }: LiveRow,
  update: SessionUpdate | null,
): Promise<Session> {
  const { id, name, email, image } = user;
  const own = toSessionFields(ctx.settings.userFields, user);
  const shown = {
    user: { id, name, email, image, ...own },
    ends,
    authentication: parseAuthentication(authentication),
  };
  const { data: newSession, source } = update ?? {};
  const message = update === null
    ? { user }
    : { user, newSession, trigger: "update", source } as const;
  return await makeSession(ctx, shown, message);
}

/**
 * Extends a session that is due, once in this process however many tabs send
 * requests. If the write fails, the session is served as it is.
 *
 * @returns the new end, or null if nothing was written
 */
async function renew(
  ctx: SessionContext,
  { key, renewTo, cookie: { life } }: LiveRow,
): Promise<number | null> {
  if (renewTo === null || ctx.isReadOnly) return null;
  const updateAge = toUpdateAge(life, ctx.settings.session);
  if (!isFirstRenewal(key, renewTo, updateAge * 1000)) return null;
  const adapter = toAdapter(ctx);
  try {
    await adapter.updateSession({
      sessionToken: key,
      expires: new Date(renewTo),
      ...(adapter.keepsDetails ? { lastSeenAt: new Date(ctx.now) } : {}),
    });
    return renewTo;
  } catch (error) {
    forgetRenewal(key);
    ctx.effects.log.error(error as Error);
    return null;
  }
}

async function start(
  ctx: SessionContext & { readonly request: Client },
  { sub, authentication, life }: SignIn,
  before: string | null,
): Promise<readonly CookieChange[]> {
  const marks = await readGroupMarks(ctx, sub);
  const { ends } = authentication;
  const ceiling = ends === undefined ? null : ends * 1000;
  const row = await createRow(ctx, { started: ctx.now, ceiling, life });
  const shown = await listKeys(ctx);
  const old = before === null ? shown : [...new Set([...shown, before])];
  const next = { key: row.key, userId: sub };
  const left = await replaceRows(ctx, old, next);
  const began = new Date(ctx.now);
  const { absoluteMaxAge } = ctx.settings.session;
  const maxAge = toMaxAge(life, ctx.settings.session);
  const latest = ctx.now + Math.min(maxAge, absoluteMaxAge) * 1000;
  const cookie = await insertRow(ctx, row, {
    userId: sub,
    ends: Math.min(latest, ceiling ?? Infinity),
    details: {
      createdAt: began,
      lastSeenAt: began,
      userAgent: readUserAgent(ctx.request),
      authentication: JSON.stringify(authentication),
    },
  });
  if (await removeOvertaken(ctx, next, { left, marks })) return [];
  await sweepExpired(ctx);
  return [cookie, { role: "csrf", value: null }];
}

/** The limit on rows of each kind that one sign-in removes. */
const MAX_SWEPT = 100;

/** Removes expired rows, so that tables stay small without a timer. A failure does not fail the sign-in. */
async function sweepExpired(ctx: SessionContext): Promise<void> {
  const adapter = toAdapter(ctx);
  if (!adapter.has("deleteExpired")) return;
  try {
    await adapter.deleteExpired(new Date(ctx.now), MAX_SWEPT);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}
