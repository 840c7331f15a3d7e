import { findCurrentUser } from "../../accounts/current_user.ts";
import { assertPresent } from "../../accounts/still_there.ts";
import {
  findFreshWithFactor,
  mustProveFactor,
} from "../../accounts/factors/fresh_factor.ts";
import { forgetAllBrowsers } from "../../accounts/factors/stored_factors.ts";
import { hasWayBesidePassword } from "../../accounts/other_ways.ts";
import {
  CredentialsSignin,
  InvalidAddress,
  LastAccount,
  SignInRequired,
} from "../../errors/errors.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { UserSecretChange } from "../../model/user_secret.ts";
import {
  limitAttempt,
  recordSuccess,
  rememberBrowser,
} from "../../rate_limits/limits.ts";
import type { Context } from "../../request/context.ts";
import { inTurn } from "../../runtime/serial_queue.ts";
import { changeAlone, endOthers } from "../../session/revocation/end_others.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { Presence } from "../../session/session_strategy.ts";
import { toPasswordTry } from "./choose.ts";
import { hashFor, verifyFor } from "./hash.ts";
import { replacePassword } from "./keep_password.ts";
import { notify } from "./notices/notify.ts";
import { type Owner, refuseNewPassword } from "./refusal.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";

/** The signed-in user, and the hash of their password. */
export interface PasswordOwner {
  readonly present: Presence;
  readonly user: AdapterUser;
  /** Null: there is no password. */
  readonly hash: string | null;
}

/**
 * Finds the signed-in user and their password.
 *
 * @throws SignInRequired or AdapterError
 */
export async function findPasswordOwner(ctx: Context): Promise<PasswordOwner> {
  const current = await findCurrentUser(ctx);
  if (current === null) {
    throw new SignInRequired("Changing a password needs a live session.");
  }
  const hash = await toAdapter(ctx).getSecret(current.user.id, "password");
  return { ...current, hash };
}

/**
 * Whether the current password is proof enough of its user: not of one with a
 * second factor.
 *
 * @throws AdapterError, or ConfigurationError if the user's factors do not open
 */
export async function provesByPassword(
  ctx: Context,
  { present, hash }: PasswordOwner,
): Promise<boolean> {
  return hash !== null && !await mustProveFactor(ctx, present);
}

/** A change to the password of the signed-in user. */
export interface PasswordWish {
  /** The password until now, as typed; absent: the proof is a sign-in a moment ago, as it always is of a user with a second factor. */
  readonly current?: string | undefined;
  /** The new one; null removes it. */
  readonly next: string | null;
}

/** A change that was made, and the cookies to set. */
export interface PasswordChanged {
  readonly how: "change" | "set" | "remove";
  readonly cookies: readonly CookieChange[];
}

/**
 * Changes, sets or removes the password of the signed-in user, who proves who
 * they are by the current password, or by a sign-in of the last ten minutes; a
 * user with a second factor by such a sign-in with it.
 * Afterwards all other sessions are over, and the user is told by a mail.
 *
 * @throws SignInRequired without a session or a proof, or if the password was
 * changed meanwhile; CredentialsSignin or RateLimited if the current password is
 * wrong; InvalidPassword; InvalidAddress without a proved address; LastAccount;
 * AdapterError or StoreError
 */
export async function changePassword(
  ctx: Context,
  provider: StoredProvider,
  { current, next }: PasswordWish,
): Promise<PasswordChanged> {
  const owner = await findPasswordOwner(ctx);
  const { present, user, hash } = owner;
  // A password signs in only at a proved address.
  if (next !== null && user.emailVerified === null) {
    throw new InvalidAddress("A password needs a proved address.");
  }
  if (current === undefined || !await provesByPassword(ctx, owner)) {
    await findFreshWithFactor(ctx, present);
  }
  if (current !== undefined && hash !== null) {
    await verifyCurrent(ctx, provider, { ...owner, current });
  }
  const after = next === null
    ? null
    : await toHash(ctx, toOwner(provider, user), next);
  const how = after === null ? "remove" : hash === null ? "set" : "change";
  const { cookies, begins } = await inTurn(
    `ways in ${ctx.settings.key} ${user.id}`,
    () =>
      replace(ctx, owner, {
        after,
        tell: async () => {
          await ctx.effects.emit("passwordChanged", { userId: user.id, how });
          await notify(ctx, user, { kind: NOTICES[how] });
        },
      }),
  );
  const tried = toPasswordTry(provider, user.email ?? "");
  const known = after === null || cookies.length === 0
    ? []
    : await rememberBrowser(ctx, tried, { userId: user.id, began: begins });
  return { how, cookies: [...cookies, ...known] };
}

const NOTICES = {
  change: "passwordChanged",
  set: "passwordSet",
  remove: "passwordRemoved",
} as const;

/**
 * Checks the password of the signed-in user.
 *
 * @throws SignInRequired, CredentialsSignin or RateLimited
 */
export async function checkPassword(
  ctx: Context,
  provider: StoredProvider,
  current: string,
): Promise<void> {
  const owner = await findPasswordOwner(ctx);
  await verifyCurrent(ctx, provider, { ...owner, current });
}

/** Guesses count like those at the sign-in: a stolen session gives no further ones. */
async function verifyCurrent(
  ctx: Context,
  provider: StoredProvider,
  { user, hash, current }: PasswordOwner & { readonly current: string },
): Promise<void> {
  const tried = toPasswordTry(provider, user.email ?? "");
  await limitAttempt(ctx, tried, async () => {
    if (!await verifyFor(provider.stored, current, hash)) {
      throw new CredentialsSignin("The current password is wrong.");
    }
    await recordSuccess(ctx, tried);
  });
}

function toOwner(provider: StoredProvider, user: AdapterUser): Owner {
  return { provider, user, email: user.email ?? "" };
}

async function toHash(
  ctx: Context,
  owner: Owner,
  next: string,
): Promise<string> {
  const refusal = await refuseNewPassword(ctx, owner, next);
  if (refusal !== null) throw refusal;
  return await hashFor(owner.provider.stored, next);
}

/** Stores the new hash, tells of it, and ends the other sessions. */
async function replace(
  ctx: Context,
  { user: { id }, hash }: PasswordOwner,
  { after, tell }: {
    readonly after: string | null;
    readonly tell: () => Promise<void>;
  },
): ReturnType<typeof endOthers> {
  await assertPresent(ctx, id);
  if (after === null) await assertOtherWay(ctx, id);
  if (after === hash) {
    await tell();
    return await endOthers(ctx, id);
  }
  const change = { userId: id, kind: "password", before: hash, after } as const;
  const done = await changeAlone(ctx, id, {
    change: async () => {
      await forgetAllBrowsers(ctx, id);
      if (!await replaceIfNotLast(ctx, change)) return null;
      await tell();
      return change;
    },
  });
  if (done !== null) return done;
  throw new SignInRequired(
    "The password was changed, or the user deleted, in the meantime.",
  );
}

/** Replaces a password. If it was the last way to sign in, it is put back. */
async function replaceIfNotLast(
  ctx: Context,
  change: UserSecretChange,
): Promise<boolean> {
  if (!await replacePassword(ctx, change)) return false;
  if (change.after !== null) return true;
  try {
    // Counted after the removal, so that two removals at once leave one way in.
    await assertOtherWay(ctx, change.userId);
    return true;
  } catch (error) {
    const { before, after } = change;
    await toAdapter(ctx).replaceSecret({
      ...change,
      before: after,
      after: before,
    });
    throw error;
  }
}

/** @throws LastAccount */
async function assertOtherWay(ctx: Context, userId: string): Promise<void> {
  if (await hasWayBesidePassword(ctx, userId)) return;
  throw new LastAccount("The password is the user's last sign-in method.");
}
