/**
 * Tells the application by an event, and the user by a mail, what happened to
 * their second factors.
 *
 * @module
 */

import type { Events } from "../../config/callbacks.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { toAdapter } from "../../session/rows/row.ts";
import {
  type ChangeContext,
  type NoticeContext,
  notify,
} from "../password/notices/notify.ts";

type Told<K extends keyof Events> = Parameters<NonNullable<Events[K]>>[0];

/** An app was added, or there are new recovery codes. */
export async function tellAdded(
  ctx: ChangeContext,
  user: AdapterUser,
  factor: Told<"factorAdded">["factor"],
): Promise<void> {
  await ctx.effects.emit("factorAdded", { user, factor });
  const kind = factor === "totp" ? "factorAdded" : "recoveryCodesRenewed";
  await notify(ctx, user, { kind });
}

/** An app was removed by its user. */
export async function tellRemoved(
  ctx: ChangeContext,
  user: AdapterUser,
): Promise<void> {
  const told = { user, factor: "totp", by: "user" } as const;
  await ctx.effects.emit("factorRemoved", told);
  await notify(ctx, user, { kind: "factorRemoved" });
}

/** The application removed one app or all factors. No request of the user did, so there is nothing to say about it. */
export async function tellReset(
  ctx: NoticeContext & Pick<SessionContext, "effects">,
  user: AdapterUser,
  factor: Told<"factorRemoved">["factor"] = "all",
): Promise<void> {
  const told = { user, factor, by: "application" } as const;
  await ctx.effects.emit("factorRemoved", told);
  const kind = factor === "all" ? "factorsReset" : "factorRemoved";
  await notify(ctx, user, { kind });
}

/** A recovery code was used. */
export async function tellRecovery(
  ctx: ChangeContext,
  user: AdapterUser,
  left: number,
): Promise<void> {
  await ctx.effects.emit("recoveryCodeUsed", { user, left });
  await notify(ctx, user, { kind: "recoveryCodeUsed", left });
}

/** There were too many wrong codes in a day. */
export async function tellLocked(
  ctx: ChangeContext,
  userId: string,
): Promise<void> {
  await ctx.effects.emit("secondFactorLocked", { userId });
  const user = await toAdapter(ctx).getUser(userId);
  if (user !== null) await notify(ctx, user, { kind: "wrongCodes" });
}
