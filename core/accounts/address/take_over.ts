import type { AdapterUser } from "../../model/adapter.ts";
import { readClock } from "../../runtime/clock.ts";
import type { SessionContext } from "../../request/context.ts";
import { CallbackRouteError } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import {
  endSessions,
  endUntold,
} from "../../session/revocation/end_sessions.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { forgetTokens } from "../../vault/keep_tokens.ts";
import { toAccountKey } from "../facts.ts";
import type { Linked } from "../linked.ts";
import { removePasswords } from "./passwords.ts";
import { toAddressProof } from "../identity/address_proof.ts";
import { assertAddress, verifyAddress } from "./verify_address.ts";
import { keepsFactors, removeFactors } from "../factors/stored_factors.ts";
import { revokeAllPersonalTokens } from "../personal_tokens/personal_tokens.ts";
import { keepsPersonalTokens } from "../personal_tokens/stored_tokens.ts";
import { hasWays, listWays, type WaysIn } from "../ways.ts";

/** Limit of removals, as new sign-in methods may appear in the meantime. */
const MAX_ROUNDS = 5;

/**
 * Locks out everyone who could sign in as the user before the owner of the
 * address came. Each listing of the sign-in methods follows an end of the
 * sessions, and the last one is empty: any method that a session adds is stored
 * before the listing, or is undone because the session has ended. The address
 * is verified before the last listing, since an unverified user can be finished
 * by the sign-in that created it. A step that fails is done at the next try.
 *
 * @returns the user as it is now, and when the owner's session may begin
 * @throws AdapterError, StoreError, AccessDenied if the user has another
 * address by now, or CallbackRouteError if sign-in methods remain or
 * `passwords` fails
 */
export async function takeOver(
  ctx: SessionContext,
  identity: Identity,
  known: AdapterUser,
): Promise<Linked> {
  const address = identity.user.email ?? "";
  const isProved = toAddressProof(identity) === "verified";
  const before = toMoment(ctx);
  await endSessions(ctx, { user: known.id, before }, before);
  const early = await removeAll(ctx, known);
  const user = isProved
    ? await verifyAddress(ctx, known.id, address)
    : await assertAddress(ctx, known.id, address);
  try {
    const ended = await endOnce(ctx, known);
    const late = await removeAll(ctx, known);
    const ways = toSum(early.ways, late.ways);
    if (hasWays(ways)) await tell(ctx, identity, user, ways);
    const begins = (late.ended ?? ended) + 1;
    return { user, isNewUser: false, begins };
  } catch (error) {
    // The next try would hand over a verified user without removing anything.
    if (isProved) await takeProofBack(ctx, known);
    throw error;
  }
}

/**
 * Reads the clock anew, since removing may take seconds and each end needs its
 * own moment.
 */
function toMoment({ now }: SessionContext): number {
  return Math.max(now, readClock());
}

/**
 * Ends the sessions of a user once more.
 *
 * @returns the moment, in milliseconds since the epoch
 */
async function endOnce(
  ctx: SessionContext,
  { id }: AdapterUser,
): Promise<number> {
  const before = toMoment(ctx);
  await endUntold(ctx, { user: id, before }, before);
  return before;
}

/**
 * The sign-in methods that were removed, and when the sessions were ended last.
 */
interface Removal {
  readonly ways: WaysIn;
  /** Milliseconds since the epoch; null: there was nothing to remove. */
  readonly ended: number | null;
}

/**
 * Removes the sign-in methods of a user whose sessions have just been ended.
 * Second factors and personal tokens go first: the owner of the address has none
 * of them. Then go passwords, because the application's own code may fail: then the others still
 * exist.
 */
async function removeAll(
  ctx: SessionContext,
  user: AdapterUser,
): Promise<Removal> {
  let ways: WaysIn = { accounts: [], passkeys: [], passwords: [] };
  let ended: number | null = null;
  if (keepsFactors(ctx)) await removeFactors(ctx, user.id);
  if (keepsPersonalTokens(ctx)) await revokeAllPersonalTokens(ctx, user.id);
  for (let round = 0;; round++) {
    const found = await listWays(ctx, user);
    if (!hasWays(found)) return { ways, ended };
    if (round === MAX_ROUNDS) throw toFailure(found);
    await removeWays(ctx, user, found);
    ways = toSum(ways, found);
    ended = await endOnce(ctx, user);
  }
}

function toFailure(left: WaysIn): CallbackRouteError {
  return new CallbackRouteError(
    `A user was not handed over to the owner of the address: after ${MAX_ROUNDS} removals there is still ${
      toNames(left)
    }. Make sure that \`unlinkAccount\` and \`deleteAuthenticator\` of the adapter remove what they are called with, and that \`passwords.exists\` returns false after \`passwords.remove\`.`,
  );
}

function toSum(a: WaysIn, b: WaysIn): WaysIn {
  return {
    accounts: [...a.accounts, ...b.accounts],
    passkeys: [...a.passkeys, ...b.passkeys],
    passwords: [...new Set([...a.passwords, ...b.passwords])],
  };
}

async function takeProofBack(
  ctx: SessionContext,
  { id }: AdapterUser,
): Promise<void> {
  try {
    await toAdapter(ctx).updateUser({ id, emailVerified: null });
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

async function removeWays(
  ctx: SessionContext,
  user: AdapterUser,
  { accounts, passkeys, passwords }: WaysIn,
): Promise<void> {
  const adapter = toAdapter(ctx);
  await removePasswords(ctx, user, passwords);
  if (adapter.has("unlinkAccount")) {
    for (const account of accounts) {
      const key = toAccountKey(account);
      await forgetTokens(ctx, { ...key, userId: user.id });
      await adapter.unlinkAccount(account);
    }
  }
  if (adapter.has("deleteAuthenticator")) {
    for (const { credentialID } of passkeys) {
      await adapter.deleteAuthenticator({ credentialID, userId: user.id });
    }
  }
}

/**
 * Notifies the application of the removed methods, so that support can answer a
 * user who misses them.
 */
async function tell(
  ctx: SessionContext,
  { account: { provider } }: Identity,
  user: AdapterUser,
  ways: WaysIn,
): Promise<void> {
  const { accounts, passkeys, passwords } = ways;
  const removed = {
    accounts: accounts.map(toAccountKey),
    passkeys: passkeys.length,
    passwords,
  };
  ctx.effects.log.warn(
    "take-over",
    `Provider "${provider}" proved the unverified address of a user. The earlier sign-in methods were removed: ${
      toNames(ways)
    }. The event \`addressTakenOver\` has the user's id.`,
  );
  await ctx.effects.emit("addressTakenOver", { user, provider, removed });
}

function toNames({ accounts, passkeys, passwords }: WaysIn): string {
  return [
    ...new Set(accounts.map((one) => `an account at "${one.provider}"`)),
    ...passkeys.length > 0 ? [`${passkeys.length} passkey(s)`] : [],
    ...passwords.map((id) => `the password of "${id}"`),
  ].join(", ");
}
