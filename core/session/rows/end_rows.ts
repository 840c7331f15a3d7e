import type { AdapterSession } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { toAcceptance } from "../acceptance.ts";
import { endLineage, replaceLineage } from "../revocation/lineage.ts";
import { type Claim, toMarkKey, toPublicId } from "../revocation/marks.ts";
import { readMarks } from "../revocation/revocation.ts";
import { listCandidates } from "../candidates.ts";
import { endRow, lookUp, toAdapter, toShownKey } from "./row.ts";
import type { SignOutMessage } from "../session_strategy.ts";

/**
 * Ends every session whose cookie the browser sends, since there is no telling
 * which of several is the visitor's own.
 *
 * @throws AdapterError or StoreError if one of them could not be ended
 */
export async function endRows(
  ctx: SessionContext,
): Promise<readonly SignOutMessage[]> {
  const ended: SignOutMessage[] = [];
  for (const text of listCandidates(ctx)) {
    const session = await endOne(ctx, text);
    if (session !== null) ended.push({ session } as SignOutMessage);
  }
  return ended;
}

/**
 * Ends the session of a cookie's text, and its rotated successors. Returns the
 * first that was found, as handlers receive it: never with the token itself,
 * because they may log it.
 */
async function endOne(
  ctx: SessionContext,
  text: string,
): Promise<AdapterSession | null> {
  const key = await toShownKey(ctx, text);
  if (key === null) return null;
  const live = await lookUp(ctx, text);
  if (live !== null) {
    const { user, cookie: { token } } = live;
    await toAcceptance(ctx.settings)?.refuseOne(ctx.settings, token, user.id);
  }
  const ended: AdapterSession[] = [];
  await endLineage(ctx.settings, key, async (id) => {
    const session = id === key
      ? live?.session
      : (await toAdapter(ctx).getSessionAndUser(id))?.session;
    if (session === undefined) return;
    await endRow(toAdapter(ctx), id);
    const sessionToken = await toPublicId(ctx.settings, id);
    ended.push({ ...session, sessionToken });
  });
  return ended[0] ?? null;
}

/** Refuses old sessions of a user, which their browsers still have. */
async function refuseOld(
  { settings }: SessionContext,
  user: string,
): Promise<void> {
  await toAcceptance(settings)?.refuse(settings, { user });
}

/** A session that is about to be stored, and replaces others. */
export interface NextRow {
  readonly key: string;
  readonly userId: string;
}

/**
 * Ends sessions and their rotated successors, because another begins in the
 * same browser. Those of the same user count as rotated to the new one, so that
 * a sign-out with one of their cookies ends it, too.
 *
 * @param old their keys in the adapter
 * @returns the entries written for the new session, by which `findEnd` detects
 * that it is over
 * @throws AdapterError or StoreError
 */
export async function replaceRows(
  ctx: SessionContext,
  old: readonly string[],
  next: NextRow,
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const key of old) {
    const claim = await replaceRow(ctx, key, next);
    if (claim !== null) claims.push(claim);
  }
  return claims;
}

async function replaceRow(
  ctx: SessionContext,
  from: string,
  next: NextRow,
): Promise<Claim | null> {
  const { settings } = ctx;
  const adapter = toAdapter(ctx);
  const end = (id: string) => endRow(adapter, id);
  const first = await adapter.getSessionAndUser(from);
  if (first !== null && first.user.id !== next.userId) {
    await refuseOld(ctx, first.user.id);
    await endLineage(settings, from, end);
    return null;
  }
  // An invalid value, or a session that ended unrotated: there is nothing to
  // replace.
  if (first === null && !await isMarked(ctx, from)) return null;
  let isSameUser = first !== null;
  return await replaceLineage(settings, { from, self: next.key }, {
    leadsOn: async (id) => {
      const row = id === from ? first : await adapter.getSessionAndUser(id);
      // A row that is gone names no user: it counts like the one before it.
      if (row !== null) isSameUser = row.user.id === next.userId;
      return isSameUser;
    },
    end,
  });
}

/** Whether a row has a mark: each rotated row gets one before it is removed. */
async function isMarked(ctx: SessionContext, key: string): Promise<boolean> {
  const keys = [await toMarkKey(ctx.settings, key)];
  return (await readMarks(ctx, keys)).some((mark) => mark !== null);
}
