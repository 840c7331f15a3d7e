import { chain } from "../awaitable.ts";
import type { SessionContext } from "../context.ts";
import type { CookieChange } from "../cookies.ts";
import { sealSession, toClaims } from "./claims.ts";
import { type LiveSession, openSession, readSession } from "./read.ts";
import { isRevoked, revoke } from "./revocation.ts";
import type { SessionStrategy } from "./strategy.ts";

/** Sessions that are sealed into the cookie. */
export const jwtStrategy: SessionStrategy = {
  name: (ctx) => chain(openSession(ctx), (live) => live?.claims.sid ?? null),
  read: readSession,
  find: (ctx) =>
    chain(findLive(ctx), (live) => {
      const claims = live?.claims;
      if (claims === undefined) return null;
      const { sid: id, sub: userId } = claims;
      return { id, userId, started: claims.auth_time * 1000 };
    }),
  // Loaded when somebody signs in: reading sessions does without.
  start: async (...args) =>
    await (await import("./start.ts")).startSession(...args),
  end: async (ctx) => {
    const live = await openSession(ctx);
    if (live === null) return [];
    await revoke(ctx.settings, { session: live.claims.sid }, ctx.now);
    return [{ token: live.claims }];
  },
  rotate,
};

async function findLive(ctx: SessionContext): Promise<LiveSession | null> {
  const live = await openSession(ctx);
  return live === null || await isRevoked(ctx, live.claims) ? null : live;
}

/** The claims stay as they are: no callback is asked. */
async function rotate(ctx: SessionContext): Promise<readonly CookieChange[]> {
  const live = await findLive(ctx);
  if (live === null) return [];
  const { claims } = live;
  const { createSessionId } = await import("./start.ts");
  const sid = await createSessionId(ctx, claims.sub);
  const cookie = await sealSession(
    ctx,
    toClaims(ctx, claims, { ...claims, sid }),
  );
  await revoke(ctx.settings, { session: claims.sid }, ctx.now);
  return [cookie];
}
