/**
 * Tells the application by an event, and the user by a mail, what happened to
 * their second factors.
 *
 * @module
 */

import type { Events } from "../../config/callbacks.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context, SessionContext } from "../../request/context.ts";
import { toAdapter } from "../../session/rows/row.ts";
import {
  type Notice,
  type NoticeContext,
  notify,
} from "../password/notices/notify.ts";

type Told<K extends keyof Events> = Parameters<NonNullable<Events[K]>>[0];

/** An app was added, or there are new recovery codes. */
export async function tellAdded(
  ctx: SessionContext,
  user: AdapterUser,
  factor: Told<"factorAdded">["factor"],
): Promise<void> {
  await ctx.effects.emit("factorAdded", { user, factor });
  const kind = factor === "totp" ? "factorAdded" : "recoveryCodesRenewed";
  await mail(ctx, user, { kind });
}

/** An app was removed by its user. */
export async function tellRemoved(
  ctx: SessionContext,
  user: AdapterUser,
): Promise<void> {
  const told = { user, factor: "totp", by: "user" } as const;
  await ctx.effects.emit("factorRemoved", told);
  await mail(ctx, user, { kind: "factorRemoved" });
}

/** The application removed all factors. No request of the user did, so there is nothing to say about it. */
export async function tellReset(
  ctx: NoticeContext & Pick<SessionContext, "effects">,
  user: AdapterUser,
): Promise<void> {
  const told = { user, factor: "all", by: "application" } as const;
  await ctx.effects.emit("factorRemoved", told);
  await notify(ctx, user, { kind: "factorsReset" });
}

/** A recovery code was used. */
export async function tellRecovery(
  ctx: SessionContext,
  user: AdapterUser,
  left: number,
): Promise<void> {
  await ctx.effects.emit("recoveryCodeUsed", { user, left });
  await mail(ctx, user, { kind: "recoveryCodeUsed", left });
}

/** There were too many wrong codes in a day. */
export async function tellLocked(
  ctx: SessionContext,
  userId: string,
): Promise<void> {
  await ctx.effects.emit("secondFactorLocked", { userId });
  const user = await toAdapter(ctx).getUser(userId);
  if (user !== null) await mail(ctx, user, { kind: "wrongCodes" });
}

async function mail(
  ctx: SessionContext | Context,
  user: AdapterUser,
  notice: Notice,
): Promise<void> {
  await notify("request" in ctx ? ctx : withoutRequest(ctx), user, notice);
}

/** A host that only the request names could be anybody's, and is left out. */
function withoutRequest(
  { settings, effects, now, isHostNamed, origin }: SessionContext,
): NoticeContext {
  const plain = { settings, effects, now };
  return isHostNamed ? { ...plain, origin } : plain;
}
