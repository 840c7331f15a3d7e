import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
} from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import {
  ConfigurationError,
  InvalidRequest,
  LastAccount,
} from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import { inTurn } from "../runtime/serial_queue.ts";
import { forgetTokens } from "../vault/keep_tokens.ts";
import type { KeptTokens } from "../vault/keeper.ts";
import type { TokenOwner } from "../vault/record.ts";
import { takeTokens } from "../vault/take_tokens.ts";
import { decideUnlink } from "./decide_unlink.ts";
import { assertFactorStays } from "./factors/factor_gate.ts";
import { assertPresent } from "./still_there.ts";
import { canComeByMail, canComeByPassword, isWayIn } from "./other_ways.ts";
import { listPasskeys } from "./ways.ts";

/** Selects one account of a user. */
export interface AccountChoice {
  /** Provider id. */
  readonly provider: string;
  /**
   * The user's id at the provider; needed if the user has several accounts
   * there.
   */
  readonly providerAccountId?: string | undefined;
}

/** What went with an account. */
export interface Unlinked {
  /** Its tokens, which are to be revoked; null: there were none. */
  readonly kept: KeptTokens | null;
  /** The id of its passkey; null: it is of another kind. */
  readonly passkey: string | null;
}

/**
 * Unlinks an account of the current user, unless it is the last sign-in method.
 *
 * @throws SignInRequired if the session has ended, InvalidRequest if the user
 * has no such account, LastAccount, or ConfigurationError if the adapter cannot
 * tell whether it is the last
 */
export async function unlinkAccount(
  ctx: SessionContext,
  userId: string,
  choice: AccountChoice,
): Promise<Unlinked> {
  await assertPresent(ctx, userId);
  return await removeInTurn(ctx, { userId, isOwn: true }, choice);
}

/**
 * Unlinks an account of a user for an administrator, with the errors of
 * {@link unlinkAccount}. A second factor may go with it: the user has lost it.
 */
export async function unlinkFor(
  ctx: SessionContext,
  userId: string,
  choice: AccountChoice,
): Promise<Unlinked> {
  return await removeInTurn(ctx, { userId, isOwn: false }, choice);
}

/** Whose account goes, and whether they remove it themselves. */
interface Removal {
  readonly userId: string;
  readonly isOwn: boolean;
}

async function removeInTurn(
  ctx: SessionContext,
  removal: Removal,
  choice: AccountChoice,
): Promise<Unlinked> {
  const { key } = ctx.settings;
  return await inTurn(
    `ways in ${key} ${removal.userId}`,
    () => remove(ctx, removal, choice),
  );
}

async function remove(
  ctx: SessionContext,
  { userId, isOwn }: Removal,
  choice: AccountChoice,
): Promise<Unlinked> {
  const adapter = toAdapter(ctx);
  const canTell = adapter.has("listAccountsByUserId");
  const isAtomic = adapter.has("unlinkAccountUnlessLast");
  if (!adapter.has("unlinkAccount") || !canTell && !isAtomic) {
    throw new ConfigurationError([
      "Unlinking needs an adapter with `unlinkAccount`, and with `listAccountsByUserId` or `unlinkAccountUnlessLast`: otherwise the library cannot tell whether it is the last sign-in method.",
    ]);
  }
  const accounts = canTell ? await adapter.listAccountsByUserId(userId) : null;
  const account = accounts === null
    ? await findByKey(ctx, userId, choice)
    : findInList(accounts, choice);
  const { provider, providerAccountId } = account;
  const passkeys = await listPasskeys(ctx, userId);
  if (isOwn) {
    await assertFactorStays(ctx, { userId, providerAccountId }, passkeys);
  }
  const others = accounts?.filter((one) =>
    one !== account && isWayIn(ctx, one, passkeys)
  );
  const verdict = decideUnlink({
    others: others?.length ?? null,
    hasMail: await canComeByMail(ctx, userId),
    hasPassword: await canComeByPassword(ctx, userId),
    isAtomic,
  });
  const owner = { provider, providerAccountId, userId };
  const kept = await takeTokens(ctx, owner, async () => {
    await carryOut(ctx, owner, verdict);
    await forgetTokens(ctx, owner);
  });
  await ctx.effects.emit("unlinkAccount", owner);
  const passkey = await removePasskeyOf(ctx, owner, passkeys);
  return { kept, passkey };
}

/**
 * Removes the passkey of an account.
 *
 * @returns its id; null: the account is of another kind
 */
async function removePasskeyOf(
  ctx: SessionContext,
  { userId, providerAccountId }: TokenOwner,
  passkeys: readonly AdapterAuthenticator[],
): Promise<string | null> {
  const adapter = toAdapter(ctx);
  const own = passkeys.filter((one) =>
    one.providerAccountId === providerAccountId
  );
  for (const { credentialID } of own) {
    if (!adapter.has("deleteAuthenticator")) continue;
    await adapter.deleteAuthenticator({ credentialID, userId });
  }
  return own[0]?.credentialID ?? null;
}

async function carryOut(
  ctx: SessionContext,
  { userId, ...key }: TokenOwner,
  verdict: ReturnType<typeof decideUnlink>,
): Promise<void> {
  const adapter = toAdapter(ctx);
  const isLast = verdict === "refuse" ||
    verdict === "remove unless last" &&
      !await adapter.unlinkAccountUnlessLast({ ...key, userId });
  if (isLast) throw new LastAccount("It is the user's last sign-in method.");
  if (verdict === "remove") await adapter.unlinkAccount(key);
}

function findInList(
  accounts: readonly AdapterAccount[],
  { provider, providerAccountId }: AccountChoice,
): AccountKey {
  const fit = accounts.filter((one) =>
    one.provider === provider &&
    (providerAccountId === undefined ||
      one.providerAccountId === providerAccountId)
  );
  const [account] = fit;
  if (account === undefined) {
    throw new InvalidRequest("The user has no such account.");
  }
  if (fit.length > 1) {
    throw new InvalidRequest(
      "The user has several accounts there: name one by `providerAccountId`.",
    );
  }
  return account;
}

async function findByKey(
  ctx: SessionContext,
  userId: string,
  { provider, providerAccountId }: AccountChoice,
): Promise<AccountKey> {
  if (providerAccountId === undefined) {
    throw new InvalidRequest(
      "This adapter cannot list accounts: name one by `providerAccountId`.",
    );
  }
  const key = { provider, providerAccountId };
  const owner = await toAdapter(ctx).getUserByAccount(key);
  // Another user's account is answered like one that does not exist.
  if (owner?.id === userId) return key;
  throw new InvalidRequest("The user has no such account.");
}
