/**
 * What the audit trail asks of a request before anything happens: whether its
 * sink works, and who is there.
 *
 * @module
 */

import { type RequestFacts, toAuditedEmit } from "../audit/audited.ts";
import { loadAudit } from "../audit/load_audit.ts";
import { readUserAgent } from "../request/client.ts";
import type { Client } from "../request/client.ts";
import type { SessionContext } from "../request/context.ts";
import { readRequestId } from "../request/request_id.ts";
import { toPublicId } from "../session/revocation/marks.ts";
import { toStrategy } from "../session/strategy.ts";

/** Reads what the audit trail knows of a request without its session. */
export function readFacts(
  key: object,
  client: Client,
  address: string | null,
): RequestFacts {
  const userAgent = readUserAgent(client);
  return { request: readRequestId(key), address, userAgent, present: null };
}

/**
 * Prepares a request that may change something for the audit trail, if there is
 * one: finds the session that it comes with, before that changes.
 *
 * @param isFree whether it goes on while the sink fails
 * @throws StoreError if the sink fails, and the trail has to be complete
 */
export async function attend<C extends SessionContext>(
  ctx: C,
  facts: RequestFacts,
  isFree: boolean,
): Promise<C> {
  const { audit, log } = ctx.settings;
  if (audit?.refuses && !isFree) {
    const { assertUp } = await loadAudit();
    await assertUp({ audit, log });
  }
  const present = await findPresent(ctx);
  const emit = toAuditedEmit(ctx.settings, { ...facts, present });
  return { ...ctx, effects: { ...ctx.effects, emit } };
}

async function findPresent(
  ctx: SessionContext,
): Promise<RequestFacts["present"]> {
  if (ctx.jar.session.length === 0) return null;
  // If it cannot be read, what follows fails as well, or needs no session.
  const present = await toStrategy(ctx).find({ ...ctx, isReadOnly: true })
    .catch(() => null);
  if (present === null) return null;
  const { id, userId, authentication } = present;
  const session = await toPublicId(ctx.settings, id);
  return { session, user: userId, actor: authentication?.act?.sub ?? userId };
}
