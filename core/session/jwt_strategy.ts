import { readAuthentication } from "../model/authentication.ts";
import type { Awaitable } from "../model/model.ts";
import type { SessionContext } from "../request/context.ts";
import { chain } from "../runtime/maybe_promise.ts";
import { loadSessions } from "./load_sessions.ts";
import { type LiveSession, openSession } from "./open_session.ts";
import { readSession } from "./read.ts";
import { findStanding } from "./revocation/revocation.ts";
import type { SessionStrategy } from "./strategy.ts";

/** Keeps sessions sealed in the cookie. */
export const jwtStrategy: SessionStrategy = {
  bindingId: (ctx) =>
    chain(openSession(ctx), (live) => live?.claims.sid ?? null),
  read: readSession,
  find: (ctx) =>
    chain(findLive(ctx), (live) => {
      if (live === null) return null;
      const { sid: id, sub: userId, auth_time, exp, authn } = live.claims;
      return {
        id,
        userId,
        started: auth_time * 1000,
        ends: exp * 1000,
        authentication: readAuthentication(authn),
      };
    }),
  start: async (...args) => await (await loadSessions()).startSession(...args),
  end: async (ctx) => await (await loadSessions()).endTokens(ctx),
  rotate: async (ctx) => {
    const live = await findLive(ctx);
    if (live === null) return [];
    const { rotateToken } = await loadSessions();
    return await rotateToken(ctx, live.claims);
  },
};

function findLive(ctx: SessionContext): Awaitable<LiveSession | null> {
  return chain(openSession(ctx), (live) => {
    if (live === null) return null;
    return chain(
      findStanding(ctx, live.claims),
      (standing) => standing === "live" ? live : null,
    );
  });
}
