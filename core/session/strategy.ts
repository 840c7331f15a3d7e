/**
 * The two ways to keep a session, behind one interface. {@link toStrategy}
 * selects between them.
 *
 * @module
 */

import type { SessionContext } from "../request/context.ts";
import type { Awaitable } from "../model/model.ts";
import {
  countRead,
  countsReads,
  type ReadResult,
} from "../runtime/counters.ts";
import { toAcceptance } from "./acceptance.ts";
import type { SessionStrategy } from "./session_strategy.ts";
import { jwtStrategy } from "./jwt/jwt_strategy.ts";
import { loadSessions } from "./load_sessions.ts";
import type { SessionUpdate } from "./session_read.ts";
import type { SessionRead } from "./session_read.ts";

/** Returns the strategy of this application for a request. */
export function toStrategy(
  { settings, jar }: Pick<SessionContext, "settings" | "jar">,
): SessionStrategy {
  const own = settings.strategy === "database" ? databaseStrategy : jwtStrategy;
  const acceptance = settings.accept === null ? null : toAcceptance(settings);
  const isOnlyOurs = jar.session.length > 0 && !acceptance?.isSent({ jar });
  return acceptance === null || isOnlyOurs ? own : acceptance.wrap(own);
}

const databaseStrategy: SessionStrategy = {
  bindingId: async (ctx) =>
    await (await loadSessions()).databaseStrategy.bindingId(ctx),
  read: async (...args) =>
    await (await loadSessions()).databaseStrategy.read(...args),
  find: async (ctx) => await (await loadSessions()).databaseStrategy.find(ctx),
  start: async (...args) =>
    await (await loadSessions()).databaseStrategy.start(...args),
  end: async (ctx) => await (await loadSessions()).databaseStrategy.end(ctx),
  rotate: async (...args) =>
    await (await loadSessions()).databaseStrategy.rotate(...args),
};

/**
 * Reads the session of a request.
 *
 * @throws StoreError, AdapterError, SessionError or an AuthError from the
 * application
 */
export function readSession(
  ctx: SessionContext,
  update: SessionUpdate | null = null,
): Awaitable<SessionRead> {
  const read = () => toStrategy(ctx).read(ctx, update);
  return countsReads() ? readCounted(ctx, read) : read();
}

async function readCounted(
  { jar, policy: { names } }: SessionContext,
  read: () => Awaitable<SessionRead>,
): Promise<SessionRead> {
  let result: ReadResult = "failed";
  try {
    const found = await read();
    const sent = found.session === null &&
      [...jar.seen].some((name) => name.startsWith(names.session));
    result = found.session !== null ? "valid" : sent ? "invalid" : "none";
    return found;
  } finally {
    countRead(result);
  }
}
