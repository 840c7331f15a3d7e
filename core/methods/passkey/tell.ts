/**
 * Tells the application by an event, and the user by a mail, that a passkey was
 * added or removed. The change is done, so nothing here throws.
 *
 * @module
 */

import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { type NoticeContext, notify } from "../password/notices/notify.ts";

type Teller = NoticeContext & Pick<SessionContext, "effects">;

/** A passkey was added. */
export async function tellAdded(
  ctx: Teller,
  user: AdapterUser,
  credentialID: string,
): Promise<void> {
  await tell(ctx, "passkeyAdded", { user, credentialID });
}

/** A passkey was removed by its user. */
export async function tellRemoved(
  ctx: Teller,
  userId: string,
  credentialID: string,
): Promise<void> {
  try {
    const user = await toAdapter(ctx).getUser(userId);
    if (user !== null) {
      await tell(ctx, "passkeyRemoved", { user, credentialID });
    }
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

async function tell(
  ctx: Teller,
  kind: "passkeyAdded" | "passkeyRemoved",
  message: { readonly user: AdapterUser; readonly credentialID: string },
): Promise<void> {
  await ctx.effects.emit(kind, message);
  await notify(ctx, message.user, { kind });
}
