import type { SessionContext } from "../../request/context.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { JWT } from "../../model/model.ts";
import { toSessionFields } from "../../model/field_values.ts";
import { sealSession, toClaims } from "./claims.ts";
import type { LiveSession } from "./open_session.ts";
import { toAdapter } from "../rows/row.ts";
import { confirmStanding } from "../revocation/revocation.ts";
import { confirmRotation } from "./rotate_token.ts";
import {
  callSession,
  noSession,
  type SessionRead,
  type SessionUpdate,
  toNobody,
  toRead,
} from "../session_read.ts";
import { createSessionId } from "../start.ts";

/**
 * Writes the cookie of a session that is due, changed or updated.
 *
 * @throws StoreError, SessionTooLarge, SessionError or an AuthError from the
 * application
 */
export async function writeSession(
  ctx: SessionContext,
  live: LiveSession,
  { token, update }: {
    readonly token: JWT;
    readonly update: SessionUpdate | null;
  },
): Promise<SessionRead> {
  const { sub, sid: old } = live.claims;
  const user = await findUser(ctx, sub);
  if (user === null) return noSession(ctx);
  const sid = update?.rotate ? await createSessionId(ctx, sub) : old;
  const fresh = refresh(ctx, { token, before: live.claims }, user);
  const claims = toClaims(ctx, fresh, { ...live.claims, sid });
  // The callback sees the claims that are written: a rotated session has its new id.
  const session = await callSession(ctx, claims, claims);
  const cookie = await sealSession(ctx, claims);
  // Callbacks take time: the session may be over, or rotated.
  const standing = sid === old
    ? await confirmStanding(ctx, live.claims)
    : await confirmRotation(ctx, live.claims, sid);
  if (standing !== "live") return toNobody(ctx, standing);
  return await toRead(ctx, { session, token: claims }, [cookie]);
}

/**
 * Finds the stored user of a session; null if they were deleted, and undefined
 * if none is known. Only writing a session asks, so that reads need no query. If
 * the adapter fails, the next renewal asks again.
 */
async function findUser(
  ctx: SessionContext,
  id: string,
): Promise<AdapterUser | null | undefined> {
  if (ctx.effects.adapter === null) return undefined;
  try {
    return await toAdapter(ctx).getUser(id);
  } catch (error) {
    ctx.effects.log.error(error as Error);
    return undefined;
  }
}

/** Takes over the stored fields of the user, except those that the `jwt` callback has changed. */
function refresh(
  { settings }: SessionContext,
  { token, before }: { readonly token: JWT; readonly before: JWT },
  user: AdapterUser | undefined,
): JWT {
  if (user === undefined) return token;
  const stored = toSessionFields(settings.userFields, user);
  const kept = Object.entries(stored)
    .filter(([name]) =>
      JSON.stringify(token[name]) === JSON.stringify(before[name])
    );
  return { ...token, ...Object.fromEntries(kept) };
}
