import { readAuthentication } from "../../model/authentication.ts";
import type { SessionContext } from "../../request/context.ts";
import { loadSessions } from "../load_sessions.ts";
import { type LiveSession, openSession } from "./open_session.ts";
import { readToken } from "./read.ts";
import { findStanding } from "../revocation/revocation.ts";
import type { SessionStrategy } from "../session_strategy.ts";

/** Keeps sessions sealed in the cookie. */
export const jwtStrategy: SessionStrategy = {
  bindingId: async (ctx) => (await openSession(ctx))?.claims.sid ?? null,
  read: readToken,
  find: async (ctx) => {
    const live = await findLive(ctx);
    if (live === null) return null;
    const { sid: id, sub: userId, auth_time, exp, authn } = live.claims;
    return {
      id,
      userId,
      started: auth_time * 1000,
      ends: exp * 1000,
      authentication: readAuthentication(authn),
      life: authn?.life,
    };
  },
  start: async (...args) => await (await loadSessions()).startSession(...args),
  end: async (ctx) => await (await loadSessions()).endTokens(ctx),
  rotate: async (ctx, others, authn) => {
    const live = await findLive(ctx);
    if (live === null) {
      await others?.end();
      return [];
    }
    const { rotateToken } = await loadSessions();
    const claims = authn === undefined
      ? live.claims
      : { ...live.claims, authn };
    return await rotateToken(ctx, claims, others);
  },
};

async function findLive(ctx: SessionContext): Promise<LiveSession | null> {
  const live = await openSession(ctx);
  if (live === null) return null;
  return await findStanding(ctx, live.claims) === "live" ? live : null;
}
