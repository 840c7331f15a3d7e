import type { AdapterUser } from "../adapter.ts";
import { TIMEOUT } from "../adapter_calls.ts";
import type { Context } from "../context.ts";
import { AdapterError, OAuthAccountNotLinked } from "../errors.ts";
import type { Identity } from "../provider.ts";
import { toAdapter } from "../session/row.ts";
import { inTurn } from "../shared_work.ts";
import { isFirstToTell } from "./creation_mark.ts";
import { type AddressFacts, decideAddress } from "./decide_address.ts";
import { canBeCleared, findOwner } from "./facts.ts";
import type { Linked } from "./link.ts";
import { takeOver } from "./take_over.ts";

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
  // What one process can keep apart needs no database that does.
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
    const isOver = !(error instanceof AdapterError) || error.code === TIMEOUT;
    if (isOver || known !== null) throw error;
    // Somebody else was quicker, or the answer was lost: then there is a user now.
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
  const verdict = decideAddress(toFacts(ctx, known));
  if (verdict.kind === "refuse") throw refuse(ctx);
  if (verdict.kind === "create" || known === null) {
    const user = await toAdapter(ctx).createUser({
      ...identity.user,
      id: crypto.randomUUID(),
      emailVerified: toSecond(ctx.now),
    });
    return await tell(ctx, user);
  }
  const user = verdict.kind === "take over"
    ? await takeOver(ctx, identity, known)
    : await confirm(ctx, known);
  return { user, isNewUser: false };
}

/** Of all requests that came to this user at once, one tells. */
async function tell(ctx: Context, user: AdapterUser): Promise<Linked> {
  const isNewUser = await isFirstToTell(ctx, user.id);
  if (isNewUser) await ctx.effects.emit("createUser", { user });
  return { user, isNewUser };
}

function toFacts(ctx: Context, known: AdapterUser | null): AddressFacts {
  const { providers } = ctx.settings;
  return {
    namesake: known === null ? null : {
      id: known.id,
      isVerified: known.emailVerified !== null,
      canBeCleared: canBeCleared(toAdapter(ctx)),
    },
    hasOtherWays: [...providers.values()].some(({ type }) => type !== "email"),
  };
}

/** Whole seconds, which every database keeps as they are. */
function toSecond(now: number): Date {
  return new Date(1000 * Math.floor(now / 1000));
}

/** The address was proved once more. */
async function confirm(
  ctx: Context,
  known: AdapterUser,
): Promise<AdapterUser> {
  const { id } = known;
  const emailVerified = toSecond(ctx.now);
  await toAdapter(ctx).updateUser({ id, emailVerified });
  const user = { ...known, emailVerified };
  await ctx.effects.emit("updateUser", { user });
  return user;
}

function refuse(ctx: Context): OAuthAccountNotLinked {
  ctx.effects.log.warn(
    "linking",
    "Somebody proved an address by mail, but its user was registered by somebody who did not, and the adapter cannot put them out (`listAccountsByUserId`, `unlinkAccount`, `updateUser`).",
  );
  return new OAuthAccountNotLinked("Another user has this address.");
}
