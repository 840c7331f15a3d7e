import type { AdapterSessionDetails } from "../adapter.ts";
import { chain, isPromise } from "../awaitable.ts";
import type { Context, SessionContext } from "../context.ts";
import type { CookieChange } from "../cookies.ts";
import { toIsoText } from "../iso_text.ts";
import type { Awaitable, Session } from "../model.ts";
import { forgetRenewal, isFirstRenewal } from "../shared.ts";
import {
  askSession,
  noSession,
  type SessionMessage,
  type SessionRead,
  type SessionUpdate,
} from "./read.ts";
import {
  endRow,
  findRow,
  listCandidates,
  type LiveRow,
  lookUp,
  toAdapter,
} from "./row.ts";
import type { SignIn } from "./start.ts";
import type { SessionStrategy, SignOutMessage } from "./strategy.ts";
import { createToken, isToken, toKey } from "./token.ts";

/** Sessions that are rows of the adapter's database. The cookie holds a token. */
export const databaseStrategy: SessionStrategy = {
  name,
  read,
  find: (ctx) =>
    chain(
      findRow(ctx),
      (live) => {
        if (live === null) return null;
        const { key: id, user, started } = live;
        return { id, userId: user.id, started };
      },
    ),
  start,
  end,
  rotate: async (ctx) => {
    const live = await findRow(ctx);
    return live === null ? [] : [await replace(ctx, live)];
  },
};

/** By the cookie alone: what is bound to it needs no query. */
function name(ctx: SessionContext): Awaitable<string | null> {
  const { session } = ctx.jar;
  const [only] = session;
  if (only === undefined) return null;
  if (session.length === 1) return isToken(only) ? toKey(ctx, only) : null;
  return chain(
    ctx.settings.keyring.engine.hash(session.join(" ")),
    (all) => `several.${all}`,
  );
}

function read(
  ctx: SessionContext,
  update: SessionUpdate | null,
): Awaitable<SessionRead> {
  return chain(findRow(ctx), (live) => {
    if (live === null) return noSession(ctx);
    if (update?.rotate) return readRotated(ctx, live, update);
    return chain(renew(ctx, live), (ends) => {
      const cookies = ends === null
        ? NO_CHANGES
        : [toCookie(ctx, live.token, ends)];
      return show(ctx, { ...live, ends: ends ?? live.ends }, update, cookies);
    });
  });
}

const NO_CHANGES: readonly CookieChange[] = [];

async function readRotated(
  ctx: SessionContext,
  live: LiveRow,
  update: SessionUpdate,
): Promise<SessionRead> {
  const cookie = await replace(ctx, live);
  return await show(ctx, live, update, [cookie]);
}

/** The session as the callback wants it seen: never its token. */
function show(
  ctx: SessionContext,
  { user, ends }: Pick<LiveRow, "user" | "ends">,
  update: SessionUpdate | null,
  cookies: readonly CookieChange[],
): Awaitable<SessionRead> {
  // What a host's own declarations add comes from its session callback.
  const session = {
    user: { name: user.name, email: user.email, image: user.image },
    expires: toIsoText(ends),
  } as Session;
  const { session: callback } = ctx.settings.callbacks;
  const message = update === null
    ? { session, user }
    : { session, user, newSession: update.data, trigger: "update" };
  const seen = callback === undefined
    ? session
    : askSession(() => callback(message as SessionMessage));
  return chain(seen, (session) => {
    const told = ctx.effects.emit("session", { session } as SessionMessage);
    return chain(told, () => ({ session, cookies }));
  });
}

/**
 * Writes a session that is due, once in this process however many tabs ask.
 * One that could not be written is served as it is.
 *
 * @returns the new end, or null if nothing was written
 */
function renew(
  ctx: SessionContext,
  { key, renewTo }: LiveRow,
): Awaitable<number | null> {
  if (renewTo === null || ctx.isReadOnly) return null;
  const { updateAge } = ctx.settings.session;
  if (!isFirstRenewal(key, renewTo, updateAge * 1000)) return null;
  const fail = (error: unknown): null => {
    forgetRenewal(key);
    ctx.effects.log.error(error as Error);
    return null;
  };
  const adapter = toAdapter(ctx);
  try {
    const written = adapter.updateSession({
      sessionToken: key,
      expires: new Date(renewTo),
      ...(adapter.keepsDetails ? { lastSeenAt: new Date(ctx.now) } : {}),
    });
    return isPromise(written) ? written.then(() => renewTo, fail) : renewTo;
  } catch (error) {
    return fail(error);
  }
}

function toCookie(
  ctx: SessionContext,
  value: string,
  ends: number,
): CookieChange {
  const left = Math.ceil((ends - ctx.now) / 1000);
  return { role: "session", value, maxAge: Math.max(1, left) };
}

async function start(
  ctx: Context,
  { sub }: SignIn,
  before: string | null,
): Promise<readonly CookieChange[]> {
  const shown = await Promise.all(
    listCandidates(ctx).map((token) => toKey(ctx, token)),
  );
  for (const key of new Set([...shown, before])) {
    if (key !== null) await endRow(toAdapter(ctx), key);
  }
  const began = new Date(ctx.now);
  const details = {
    createdAt: began,
    lastSeenAt: began,
    userAgent: ctx.request.userAgent,
  };
  const cookie = await insert(ctx, sub, ctx.now, details);
  await sweepExpired(ctx);
  return [cookie, { role: "csrf", value: null }];
}

/** Stores a session under a new token. */
async function insert(
  ctx: SessionContext,
  userId: string,
  started: number,
  details: AdapterSessionDetails,
): Promise<CookieChange> {
  const { maxAge, absoluteMaxAge } = ctx.settings.session;
  const adapter = toAdapter(ctx);
  const token = createToken(ctx, started);
  const ends = Math.min(
    ctx.now + maxAge * 1000,
    started + absoluteMaxAge * 1000,
  );
  await adapter.createSession({
    sessionToken: await toKey(ctx, token),
    userId,
    expires: new Date(ends),
    ...(adapter.keepsDetails ? details : {}),
  });
  return toCookie(ctx, token, ends);
}

/** The same session under a new token; the old one is worth nothing any more. */
async function replace(
  ctx: SessionContext,
  { key, user, session, started }: LiveRow,
): Promise<CookieChange> {
  const began = started ?? ctx.now;
  const cookie = await insert(ctx, user.id, began, {
    createdAt: session.createdAt ?? new Date(began),
    lastSeenAt: new Date(ctx.now),
    userAgent: session.userAgent ?? null,
  });
  await endRow(toAdapter(ctx), key);
  return cookie;
}

/** Rows of each kind that one sign-in removes at most. */
const MAX_SWEPT = 100;

/** Tables stay small without a timer. A sign-in does not depend on it. */
async function sweepExpired(ctx: SessionContext): Promise<void> {
  const adapter = toAdapter(ctx);
  if (!adapter.has("deleteExpired")) return;
  try {
    await adapter.deleteExpired(new Date(ctx.now), MAX_SWEPT);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

async function end(ctx: SessionContext): Promise<readonly SignOutMessage[]> {
  const ended: SignOutMessage[] = [];
  for (const token of listCandidates(ctx)) {
    const live = await lookUp(ctx, token);
    if (live === null) continue;
    await endRow(toAdapter(ctx), live.key);
    // Handlers write it down somewhere: never the token itself.
    const sessionToken = await ctx.settings.keyring.engine.hash(token);
    const session = { ...live.session, sessionToken };
    ended.push({ session } as SignOutMessage);
  }
  return ended;
}
