import type { AdapterUser } from "../../model/adapter.ts";
import { AdapterTimeout } from "../../storage/adapter_calls.ts";
import type { Context } from "../../request/context.ts";
import { AdapterError } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { inTurn } from "../../runtime/serial_queue.ts";
import { gatherAddressFacts, toAddressRefusal } from "./address_facts.ts";
import { isFirstToTell } from "./creation_mark.ts";
import { decideAddress } from "./decide_address.ts";
import { findOwner } from "../facts.ts";
import type { Linked } from "../link.ts";
import { takeOver } from "./take_over.ts";
import { toSecond, verifyAddress } from "./verify_address.ts";

/**
 * Finds or creates the user of a proven address.
 *
 * @throws OAuthAccountNotLinked, AdapterError or StoreError
 */
export async function linkAddress(
  ctx: Context,
  identity: Identity,
): Promise<Linked> {
  const address = identity.user.email ?? "";
  // Requests within one process are queued, so that the database need not keep
  // them apart.
  return await inTurn(
    `address ${ctx.settings.key} ${address}`,
    () => settle(ctx, identity),
  );
}

async function settle(ctx: Context, identity: Identity): Promise<Linked> {
  const known = await findOwner(ctx, identity);
  try {
    return await carryOut(ctx, identity, known);
  } catch (error) {
    const isOver = !(error instanceof AdapterError) ||
      error instanceof AdapterTimeout;
    if (isOver || known !== null) throw error;
    // Another request was faster, or the answer was lost: then the user exists
    // now.
    const created = await findOwner(ctx, identity);
    if (created === null) throw error;
    const { user } = await carryOut(ctx, identity, created);
    return await tell(ctx, user);
  }
}

async function carryOut(
  ctx: Context,
  identity: Identity,
  known: AdapterUser | null,
): Promise<Linked> {
  const verdict = decideAddress({
    ...(await gatherAddressFacts(ctx, known)).facts,
    isSure: identity.takesOver ?? false,
  });
  switch (verdict.kind) {
    case "create": {
      const user = await toAdapter(ctx).createUser({
        ...identity.user,
        id: crypto.randomUUID(),
        emailVerified: toSecond(ctx.now),
      });
      return await tell(ctx, user);
    }
    case "known":
      return {
        user: await verifyAddress(
          ctx,
          verdict.userId,
          identity.user.email ?? "",
        ),
        isNewUser: false,
      };
    case "take over":
      return await takeOver(ctx, identity, toUser(known));
    default:
      // The decision was different a moment ago, before the mail was spent.
      throw toAddressRefusal(ctx);
  }
}

function toUser(known: AdapterUser | null): AdapterUser {
  if (known === null) throw new TypeError("the verdict has no user");
  return known;
}

/**
 * Emits the event for the new user: of several simultaneous requests, only one
 * does.
 */
async function tell(ctx: Context, user: AdapterUser): Promise<Linked> {
  const isNewUser = await isFirstToTell(ctx, user.id);
  if (isNewUser) await ctx.effects.emit("createUser", { user });
  return { user, isNewUser };
}
