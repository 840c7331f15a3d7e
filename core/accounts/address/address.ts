import type { AdapterUser } from "../../model/adapter.ts";
import { toNewFields } from "../../model/field_values.ts";
import { AdapterTimeout } from "../../storage/adapter_calls.ts";
import type { SessionContext } from "../../request/context.ts";
import { AdapterError } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { inTurn } from "../../runtime/serial_queue.ts";
import { gatherAddressFacts, toAddressRefusal } from "./address_facts.ts";
import { announceUser } from "./creation_mark.ts";
import { decideAddress } from "./decide_address.ts";
import { findOwner } from "../facts.ts";
import type { Linked } from "../linked.ts";
import { takeOver } from "./take_over.ts";
import { toSecond, verifyAddress } from "./verify_address.ts";

/**
 * Finds or creates the user of a proven address.
 *
 * @throws OAuthAccountNotLinked if the user has to sign in another way first;
 * AccessDenied if the user's address has changed meanwhile; AdapterError,
 * StoreError, or CallbackRouteError if a take-over fails
 */
export async function linkAddress(
  ctx: SessionContext,
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

/**
 * Decides and carries out. If creating the user fails, it tries once more: the
 * user may exist now, because another request was faster, or because the call
 * had its effect although it failed.
 */
async function settle(
  ctx: SessionContext,
  identity: Identity,
): Promise<Linked> {
  const known = await findOwner(ctx, identity);
  try {
    return await decideAndCarryOut(ctx, identity, known);
  } catch (error) {
    // After a time limit, the call may still be running.
    const mayRetry = error instanceof AdapterError &&
      !(error instanceof AdapterTimeout);
    if (!mayRetry || known !== null) throw error;
    const created = await findOwner(ctx, identity);
    if (created === null) throw error;
    const linked = await decideAndCarryOut(ctx, identity, created);
    // A take-over also says from which moment on sessions are new.
    return { ...linked, ...await tellCreated(ctx, identity, linked.user) };
  }
}

async function decideAndCarryOut(
  ctx: SessionContext,
  identity: Identity,
  known: AdapterUser | null,
): Promise<Linked> {
  const { facts } = await gatherAddressFacts(ctx, known);
  const isSure = identity.takesOver ?? false;
  const verdict = decideAddress({ ...facts, isSure });
  switch (verdict.kind) {
    case "create": {
      const user = await toAdapter(ctx).createUser({
        ...identity.user,
        ...toNewFields(ctx.settings.userFields, identity.user),
        id: crypto.randomUUID(),
        emailVerified: toSecond(ctx.now),
      });
      return await tellCreated(ctx, identity, user);
    }
    case "known": {
      const address = identity.user.email ?? "";
      const user = await verifyAddress(ctx, verdict.userId, address);
      return { user, isNewUser: false };
    }
    case "take over":
      return await takeOver(ctx, identity, toFoundUser(known));
    default:
      // The facts have changed since `inspectAddress`, whose verdict let the
      // sign-in come this far.
      throw toAddressRefusal(ctx);
  }
}

/** For the compiler: only a user who was found can be taken over. */
function toFoundUser(known: AdapterUser | null): AdapterUser {
  if (known === null) throw new TypeError("the verdict has no user");
  return known;
}

/**
 * Emits `createUser`. Of several simultaneous requests only one does, and only
 * that one has a new user.
 */
async function tellCreated(
  ctx: SessionContext,
  identity: Identity,
  user: AdapterUser,
): Promise<Linked> {
  const isNewUser = await announceUser(ctx, identity.account, user);
  return { user, isNewUser };
}
