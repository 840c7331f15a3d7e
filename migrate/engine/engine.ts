/**
 * Accepts sessions of other libraries: the code behind `session.accept`. It
 * runs only for requests without a session cookie of this library, and at
 * sign-outs.
 *
 * @module
 */

import type { CookieChange, CookieJar } from "../../core/http/cookies.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { SessionContext } from "../../core/request/context.ts";
import type { Acceptance } from "../../core/session/acceptance.ts";
import type { SessionRead } from "../../core/session/session_read.ts";
import type { SessionStrategy } from "../../core/session/session_strategy.ts";
import type { BridgeRules } from "./bridge.ts";
import { convert, toBegan } from "./convert.ts";
import { findOld, type Found, openAll } from "./find_old.ts";
import type { UserSession } from "./find_user.ts";
import { logBroken, logEnd, logRefusal } from "./log.ts";
import { isRefused, refuseEnded, refuseOld, refuseOne } from "./marks.ts";
import { type OldCookies, parseOldCookies } from "./old_cookies.ts";

/** The bridges of a configuration, and the end of their time. */
interface Plan {
  readonly bridges: readonly BridgeRules[];
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** The outcome of looking for a session of another library. */
interface Accepted {
  /** The bridge that opened the session; null if there is none. */
  readonly bridge: BridgeRules | null;
  /** The jar as if the browser had sent the new session; null if there is none. */
  readonly jar: CookieJar | null;
  /** Further arguments for the `session` callback. */
  readonly migration: SessionContext["migration"];
  /** The changes to tell the browser, if it is shown the session. */
  readonly cookies: readonly CookieChange[];
}

/** Creates the code that accepts sessions by these bridges. */
export function createAcceptance(
  bridges: readonly BridgeRules[],
  until: number,
): Acceptance {
  const plan = { bridges, until };
  /** Each strategy is wrapped once, so that the steps of a request share what was found. */
  const wrapped = new WeakMap<SessionStrategy, SessionStrategy>();
  return {
    wrap: (own) => {
      const strategy = wrapped.get(own) ?? wrap(own, plan);
      wrapped.set(own, strategy);
      return strategy;
    },
    isSent: ({ jar }) => {
      const cookies = parseOldCookies(jar.header);
      return bridges.some((one) => one.candidates(cookies).length > 0);
    },
    refuse: (settings, what) => refuseOld(settings, what, until),
    refuseOne: (settings, id, user) => refuseOne(settings, { id, user }, until),
    end: (ctx) => endOld(ctx, plan),
  };
}

function wrap(own: SessionStrategy, plan: Plan): SessionStrategy {
  /** Outcomes by request: several steps of one request ask for its session. */
  const memo = new WeakMap<CookieJar, Promise<Accepted>>();
  const accept = async <C extends SessionContext>(ctx: C) => {
    const known = memo.get(ctx.jar);
    const accepting = known ?? acceptOrStay(ctx);
    if (known === undefined) memo.set(ctx.jar, accepting);
    const { bridge, jar, migration, cookies } = await accepting;
    const next = jar === null ? ctx : { ...ctx, jar, migration };
    return { bridge, cookies, ctx: next };
  };
  // A cookie of ours that opens nothing must not hide a good session.
  const acceptOrStay = async (ctx: SessionContext) =>
    ctx.jar.session.length > 0 && await own.find(ctx) !== null
      ? NOTHING
      : await acceptOld(ctx, plan);
  return {
    bindingId: async (ctx) => await own.bindingId((await accept(ctx)).ctx),
    find: async (ctx) => await own.find((await accept(ctx)).ctx),
    start: async (ctx, ...more) =>
      await own.start((await accept(ctx)).ctx, ...more),
    end: async (ctx) => await own.end((await accept(ctx)).ctx),
    rotate: async (ctx, ...more) =>
      await own.rotate((await accept(ctx)).ctx, ...more),
    read: async (ctx, update) => {
      const ours = ctx.jar.session.length > 0
        ? await own.read(ctx, update)
        : null;
      if (ours !== null && ours.session !== null) return ours;
      const accepted = await accept(ctx);
      if (ours !== null && accepted.ctx === ctx) return ours;
      const { bridge } = accepted;
      const read = () => own.read(accepted.ctx, update);
      const found =
        await (bridge === null ? read() : readOld(ctx, bridge, read));
      return ctx.isReadOnly ? found : withCookies(found, accepted.cookies);
    },
  };
}

/**
 * Reads a session that was accepted in this request: the callbacks get the old
 * content with it. If they cannot read that, nobody is signed in.
 */
async function readOld(
  ctx: SessionContext,
  bridge: BridgeRules,
  read: () => Awaitable<SessionRead>,
): Promise<SessionRead> {
  try {
    return await read();
  } catch (error) {
    logBroken(ctx, bridge, error);
    return { session: null, cookies: [] };
  }
}

/** Adds changes to those of a read, which take precedence. */
function withCookies(
  { session, cookies }: SessionRead,
  more: readonly CookieChange[],
): SessionRead {
  const isWritten = cookies.some(({ role }) => role === "session");
  const added = more.filter(({ role }) =>
    role !== "session" || session !== null && !isWritten
  );
  return { session, cookies: [...added, ...cookies] };
}

const NOTHING: Accepted = {
  bridge: null,
  jar: null,
  migration: undefined,
  cookies: [],
};

async function acceptOld(ctx: SessionContext, plan: Plan): Promise<Accepted> {
  logEnd(ctx, plan.until);
  if (!(ctx.now < plan.until)) return NOTHING;
  const found = await findOld(ctx, plan.bridges);
  if (found === null) return NOTHING;
  const { bridge: { name: library }, session } = found;
  if (await isRefused(ctx, { library, session })) {
    logRefusal(ctx, found.bridge, { reason: "revoked" });
    return { ...NOTHING, cookies: clear(ctx, [found.bridge]) };
  }
  const { absoluteMaxAge } = ctx.settings.session;
  if (!(ctx.now < toBegan(ctx, found.session) + absoluteMaxAge * 1000)) {
    const hint = "It began longer ago than `session.absoluteMaxAge`.";
    logRefusal(ctx, found.bridge, { reason: "expired", hint });
    return NOTHING;
  }
  return await acceptFound(ctx, found);
}

async function acceptFound(
  ctx: SessionContext,
  { bridge, session: found }: Found,
): Promise<Accepted> {
  const session = await withStoredUser(ctx, found);
  if (session === null) {
    if (!ctx.isReadOnly) logRefusal(ctx, bridge, { reason: "address" });
    return NOTHING;
  }
  let cookie: Awaited<ReturnType<typeof convert>>;
  try {
    cookie = await convert(ctx, { library: bridge.name, session });
  } catch (error) {
    logBroken(ctx, bridge, error);
    return NOTHING;
  }
  if (cookie === null) {
    logRefusal(ctx, bridge, { reason: "unknown" });
    return NOTHING;
  }
  const trigger = "migrate";
  return {
    bridge,
    jar: { ...ctx.jar, session: [cookie.value] },
    migration: ctx.settings.strategy === "database"
      ? { trigger, newSession: session.content }
      : { trigger },
    cookies: [cookie],
  };
}

/**
 * Returns a session with a user who is stored, if users are. A request that may
 * change nothing, such as a prefetch, creates none.
 *
 * @returns null if there is no such user
 */
async function withStoredUser(
  ctx: SessionContext,
  session: UserSession,
): Promise<UserSession | null> {
  if (session.create === undefined) return session;
  return ctx.isReadOnly ? null : await session.create();
}

/**
 * Ends the sessions that a browser sends: marks refuse copies and renewed ones,
 * and what is stored is removed.
 */
async function endOld(
  ctx: SessionContext,
  { bridges, until }: Plan,
): Promise<readonly CookieChange[]> {
  const cookies = parseOldCookies(ctx.jar.header);
  for (const bridge of ctx.now < until ? bridges : []) {
    for (const session of await openAll(ctx, bridge, cookies)) {
      const ended = { library: bridge.name, session };
      await refuseEnded(ctx.settings, ended, until);
      await session.end?.();
    }
  }
  return clear(ctx, bridges, cookies);
}

function clear(
  { jar }: SessionContext,
  bridges: readonly BridgeRules[],
  cookies: OldCookies = parseOldCookies(jar.header),
): readonly CookieChange[] {
  return bridges.flatMap((bridge) => bridge.clear(cookies))
    .map((cookie) => ({ role: "foreign", value: null, ...cookie }));
}
