import type { SessionContext } from "../request/context.ts";
import { type LiveSession, openSession, readSession } from "./read.ts";
import { isRevoked } from "./revocation/revocation.ts";
import type { SessionStrategy } from "./strategy.ts";

/** Keeps sessions sealed in the cookie. */
export const jwtStrategy: SessionStrategy = {
  bindingId: async (ctx) => (await openSession(ctx))?.claims.sid ?? null,
  read: readSession,
  find: async (ctx) => {
    const claims = (await findLive(ctx))?.claims;
    if (claims === undefined) return null;
    const { sid: id, sub: userId } = claims;
    return { id, userId, started: claims.auth_time * 1000 };
  },
  // Loaded when a session begins, ends or changes; reads do without it.
  start: async (...args) =>
    await (await import("./start.ts")).startSession(...args),
  end: async (ctx) => await (await import("./end_tokens.ts")).endTokens(ctx),
  rotate: async (ctx) => {
    const live = await findLive(ctx);
    if (live === null) return [];
    const { rotateToken } = await import("./rotate_token.ts");
    return await rotateToken(ctx, live.claims);
  },
};

async function findLive(ctx: SessionContext): Promise<LiveSession | null> {
  const live = await openSession(ctx);
  return live === null || await isRevoked(ctx, live.claims) ? null : live;
}
