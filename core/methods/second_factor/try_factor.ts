/**
 * Limits of wrong codes: of one sign-in, of one account in a day, and by the
 * client's address.
 *
 * @module
 */

import { countTry } from "../../attempts/code_tries.ts";
import { SecondFactorError } from "../../errors/factor_errors.ts";
import { FACTOR_MAX_AGE } from "../../http/cookies.ts";
import { limitAttempt, recordSuccess } from "../../rate_limits/limits.ts";
import type { Context } from "../../request/context.ts";
import { tellLocked } from "./tell.ts";
import { type ProvedFactor, proveFactor } from "./prove_factor.ts";
import { readTotpCode } from "./totp.ts";

/** The number of wrong codes of one sign-in. */
const MAX_TRIES = 5;
/** The number of wrong codes of one account in a day: about one in a million codes is right. */
const MAX_A_DAY = 100;
const DAY = 86_400;

/** A try of a second factor. */
export interface FactorTry {
  readonly userId: string;
  /** Names the sign-in, or the session that asks for more. */
  readonly of: string;
  /** The code as it was typed. */
  readonly typed: string;
}

/**
 * Tries a code. Each try is counted before the code is compared, so that
 * parallel tries get no more guesses than sequential ones. A recovery code
 * cannot be guessed, and works for an account that is locked for the day: a
 * thief of the password must not be able to lock the owner out.
 *
 * @returns null if it is wrong, and may be tried again
 * @throws SecondFactorError when no tries are left; RateLimited, StoreError,
 * AdapterError, or ConfigurationError if the user's factors do not open
 */
export async function tryFactor(
  ctx: Context,
  { userId, of, typed }: FactorTry,
): Promise<ProvedFactor | null> {
  const attempt = { kind: "factor", account: null } as const;
  return await limitAttempt(ctx, attempt, async () => {
    const key = `factor-tries:${of}`;
    const tries = { key, max: MAX_TRIES, ttl: FACTOR_MAX_AGE };
    const count = await countTry(ctx, tries);
    if (count > MAX_TRIES) throw toVoid();
    const proved = readTotpCode(typed) === null
      ? await proveFactor(ctx, userId, typed)
      : await proveWithinDay(ctx, userId, typed);
    if (proved === null && count === MAX_TRIES) throw toVoid();
    if (proved !== null) await recordSuccess(ctx, attempt);
    return proved;
  });
}

function toVoid(): SecondFactorError {
  return new SecondFactorError(
    "Too many wrong codes for one sign-in.",
    "too_many",
  );
}

async function proveWithinDay(
  ctx: Context,
  userId: string,
  typed: string,
): Promise<ProvedFactor | null> {
  const key = await toDayKey(ctx, userId);
  const count = await countTry(ctx, { key, max: MAX_A_DAY, ttl: DAY });
  if (count > MAX_A_DAY) {
    throw new SecondFactorError(
      "Too many wrong codes for one account in a day.",
      "locked",
    );
  }
  const proved = await proveFactor(ctx, userId, typed);
  if (proved !== null) await giveBack(ctx, key);
  else if (count === MAX_A_DAY) await tellLocked(ctx, userId);
  return proved;
}

/** Names the counter of an account and a day, so that it begins anew. */
async function toDayKey(
  { settings: { keyring }, now }: Context,
  userId: string,
): Promise<string> {
  const day = Math.floor(now / 1000 / DAY);
  const [name = ""] = await keyring.namesOf(
    JSON.stringify(["factor day", userId, day]),
  );
  return `factor-day:${name}`;
}

/** Takes a right code out of the count. If that fails, it counts. */
async function giveBack(
  { effects: { store, log } }: Context,
  key: string,
): Promise<void> {
  try {
    const [known = null] = await store.get([key]);
    const count = Number(known ?? 0);
    // An exhausted counter is never changed again.
    if (count < 1 || count >= MAX_A_DAY) return;
    await store.compareAndSet(key, known, String(count - 1), DAY);
  } catch (error) {
    log.error(error as Error);
  }
}
