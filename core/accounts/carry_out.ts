import type { AdapterAccount, AdapterUser } from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import {
  AccessDenied,
  AccountNotLinked,
  OAuthAccountNotLinked,
} from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import {
  announceUser,
  markCreation,
  removeMark,
} from "./address/creation_mark.ts";
import type { LinkVerdict } from "./decide.ts";
import {
  type Arrival,
  linksByAddress,
  toAccountKey,
  toUnclear,
} from "./facts.ts";
import type { Linked } from "./linked.ts";
import { toAddressProof } from "./identity/address_proof.ts";
import { toNewFields } from "../model/field_values.ts";
import { warnUnstored } from "./unstored.ts";
import { keepOrUnlink } from "./still_there.ts";
import { takeOver } from "./address/take_over.ts";
import { toSecond } from "./address/verify_address.ts";

/**
 * Carries out a decision. Each event is emitted only once its change is stored.
 */
export async function carryOut(
  ctx: SessionContext,
  arrival: Arrival,
  verdict: LinkVerdict,
  users: readonly AdapterUser[],
): Promise<Linked> {
  switch (verdict.kind) {
    case "refuse": {
      const { reason } = verdict;
      const userId = arrival.linkTo?.id ?? users[0]?.id;
      const provider = arrival.provider.id;
      await ctx.effects.emit("linkRefused", {
        provider,
        reason,
        ...(userId === undefined ? {} : { userId }),
      });
      throw toNotLinked(ctx, arrival, reason);
    }
    case "create":
      return await createAtOnce(ctx, arrival);
    case "known": {
      // An id that the client chose must not match an existing account.
      if (arrival.identity.standing === "new") {
        throw toNotLinked(ctx, arrival, "in use");
      }
      const user = toUser(users, verdict.userId);
      await updateAccount(ctx, arrival);
      return { user, isNewUser: false };
    }
    case "finish": {
      const user = toUser(users, verdict.userId);
      await linkAccount(ctx, arrival, user);
      await keepOrUnlink(ctx, arrival, verdict, user);
      return await tell(ctx, arrival, user, true);
    }
    case "take over": {
      const known = toUser(users, verdict.userId);
      const taken = await takeOver(ctx, arrival.identity, known);
      await linkAccount(ctx, arrival, taken.user);
      return { ...taken, ...await tell(ctx, arrival, taken.user, false) };
    }
    case "link": {
      const user = toUser(users, verdict.userId);
      await linkAccount(ctx, arrival, user);
      await keepOrUnlink(ctx, arrival, verdict, user);
      return await tell(ctx, arrival, user, false);
    }
  }
}

/**
 * Completes a step that was already done, by a call whose answer was lost or by
 * a faster request.
 */
export async function catchUp(
  ctx: SessionContext,
  arrival: Arrival,
  failed: LinkVerdict,
  users: readonly AdapterUser[],
): Promise<Linked> {
  const [owner] = users;
  if (owner === undefined) throw new TypeError("a known account has an owner");
  const isNew = failed.kind === "finish" || failed.kind === "link";
  if (isNew) await keepOrUnlink(ctx, arrival, failed, owner);
  const isCreation = failed.kind === "create" || failed.kind === "finish";
  return await tell(ctx, arrival, owner, isCreation);
}

function toUser(users: readonly AdapterUser[], id: string): AdapterUser {
  const user = users.find((one) => one.id === id);
  if (user === undefined) {
    throw new TypeError("the verdict names a user that was not loaded");
  }
  return user;
}

function toNotLinked(
  ctx: SessionContext,
  { provider }: Arrival,
  reason: "in use" | "address",
): OAuthAccountNotLinked | AccountNotLinked {
  if (reason === "address" && linksByAddress(provider) === true) {
    ctx.effects.log.warn(
      "linking",
      `An account of provider "${provider.id}" was not linked: the address is verified on neither side, or only the provider verifies it and not all other sign-in methods of the user can be removed. ${
        toUnclear(ctx)
      }`,
    );
  }
  const Refusal = provider.type === "webauthn"
    ? AccountNotLinked
    : OAuthAccountNotLinked;
  const error = new Refusal(
    reason === "in use"
      ? "The account belongs to another user."
      : "Another user has this address.",
  );
  if (reason === "in use") error.code = "in_use";
  return error;
}

/** Whether the adapter creates a user and their account in one step. */
export function canCreateAtOnce(ctx: SessionContext): boolean {
  return toAdapter(ctx).has("createUserWithAccount");
}

async function createAtOnce(
  ctx: SessionContext,
  arrival: Arrival,
): Promise<Linked> {
  assertMayCreate(arrival);
  const { userId: _, ...account } = toAccount(arrival, "");
  const wanted = toNewUser(ctx, arrival);
  const user = await toAdapter(ctx).createUserWithAccount({
    user: wanted,
    account,
    session: null,
  });
  warnUnstored(ctx, wanted, user);
  return await tell(ctx, arrival, user, true);
}

/** Creates the user, the first of two steps. */
export async function createUser(
  ctx: SessionContext,
  arrival: Arrival,
): Promise<AdapterUser> {
  assertMayCreate(arrival);
  const wanted = toNewUser(ctx, arrival);
  // A user without an address cannot be found again.
  if (wanted.email) await markCreation(ctx, arrival.identity, wanted);
  const user = await toAdapter(ctx).createUser(wanted);
  warnUnstored(ctx, wanted, user);
  return user;
}

/**
 * Fails if an account that existed when it was proved has been removed since.
 */
function assertMayCreate({ identity }: Arrival): void {
  if (identity.standing !== "known") return;
  throw new AccessDenied("The account has just been removed.");
}

/**
 * Removes the mark of a creation that failed, as there is nothing to finish.
 */
export async function forgetCreation(
  ctx: SessionContext,
  arrival: Arrival,
): Promise<void> {
  const wanted = toNewUser(ctx, arrival);
  if (wanted.email && !canCreateAtOnce(ctx)) {
    await removeMark(ctx, arrival.identity, wanted);
  }
}

function toNewUser(ctx: SessionContext, { identity }: Arrival): AdapterUser {
  const { user } = identity;
  const isProved = toAddressProof(identity) === "verified";
  return {
    ...user,
    ...toNewFields(ctx.settings.userFields, user),
    id: identity.newUserId ?? crypto.randomUUID(),
    email: user.email || null,
    emailVerified: isProved && user.email ? toSecond(ctx.now) : null,
  };
}

/**
 * Returns the account to store: the key, the owner, and the tokens that the
 * application wants kept.
 */
function toAccount(
  { identity: { account }, tokens }: Arrival,
  userId: string,
): AdapterAccount {
  return { ...tokens, ...toAccountKey(account), type: account.type, userId };
}

async function linkAccount(
  ctx: SessionContext,
  arrival: Arrival,
  user: AdapterUser,
): Promise<void> {
  await toAdapter(ctx).linkAccount(toAccount(arrival, user.id));
}

/**
 * Updates the stored tokens with the new ones; any that the provider left out
 * stay.
 */
async function updateAccount(
  ctx: SessionContext,
  arrival: Arrival,
): Promise<void> {
  const adapter = toAdapter(ctx);
  const { identity: { account }, tokens } = arrival;
  if (!adapter.has("updateAccount") || Object.keys(tokens).length === 0) return;
  await adapter.updateAccount({ ...tokens, ...toAccountKey(account) });
}

async function tell(
  ctx: SessionContext,
  arrival: Arrival,
  user: AdapterUser,
  isCreation: boolean,
): Promise<Linked> {
  const { identity } = arrival;
  const { emit } = ctx.effects;
  if (isCreation && !canCreateAtOnce(ctx) && user.email) {
    await removeMark(ctx, identity, user);
  }
  const isNewUser = isCreation &&
    await announceUser(ctx, identity.account, user);
  const account = { ...identity.account, userId: user.id };
  await emit("linkAccount", { user, account, profile: identity.user });
  return { user, isNewUser };
}
