import { readAuthentication } from "../model/authentication.ts";
import type { Awaitable } from "../model/model.ts";
import type { SessionContext } from "../request/context.ts";
import { chain } from "../runtime/maybe_promise.ts";
import { type LiveSession, openSession, readSession } from "./read.ts";
import { loadChanges } from "./load.ts";
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
  start: async (...args) => await (await loadChanges()).startSession(...args),
  end: async (ctx) => await (await loadChanges()).endTokens(ctx),
  rotate: async (ctx) => {
    const live = await findLive(ctx);
    if (live === null) return [];
    const { rotateToken } = await loadChanges();
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
