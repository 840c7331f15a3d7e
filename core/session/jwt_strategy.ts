import { readAuthentication } from "../model/authentication.ts";
import type { SessionContext } from "../request/context.ts";
import { type LiveSession, openSession, readSession } from "./read.ts";
import { loadChanges } from "./load.ts";
import { isRevoked } from "./revocation/revocation.ts";
import type { SessionStrategy } from "./strategy.ts";

/** Keeps sessions sealed in the cookie. */
export const jwtStrategy: SessionStrategy = {
  bindingId: async (ctx) => (await openSession(ctx))?.claims.sid ?? null,
  read: readSession,
  find: async (ctx) => {
    const claims = (await findLive(ctx))?.claims;
    if (claims === undefined) return null;
    const { sid: id, sub: userId, auth_time, exp, authn } = claims;
    return {
      id,
      userId,
      started: auth_time * 1000,
      ends: exp * 1000,
      authentication: readAuthentication(authn),
    };
  },
  start: async (...args) => await (await loadChanges()).startSession(...args),
  end: async (ctx) => await (await loadChanges()).endTokens(ctx),
  rotate: async (ctx) => {
    const live = await findLive(ctx);
    if (live === null) return [];
    const { rotateToken } = await loadChanges();
    return await rotateToken(ctx, live.claims);
  },
};

async function findLive(ctx: SessionContext): Promise<LiveSession | null> {
  const live = await openSession(ctx);
  return live === null || await isRevoked(ctx, live.claims) ? null : live;
}
