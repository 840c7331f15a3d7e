import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { Verification } from "../../errors/errors.ts";
import {
  endMailAttempt,
  openMailAttempt,
} from "../../attempts/mail_attempt.ts";
import {
  endPasswordAttempt,
  openPasswordAttempt,
} from "../../attempts/password_attempt.ts";
import { spendToken } from "../../attempts/mail_token.ts";

/**
 * Uses a mail to this address that this browser has opened, and whose proof
 * waits until its user signs in another way.
 *
 * @returns the cookie change that ends the attempt; null if there is no such
 * mail
 */
export async function spendMailProof(
  ctx: Context,
  address: string,
): Promise<CookieChange | null> {
  for (const id of ctx.jar.attempts.keys()) {
    const attempt = await openMailAttempt(ctx, id);
    const isMeant = attempt?.isProved === true &&
      attempt.identifier === address;
    const provider = ctx.settings.providers.get(attempt?.provider ?? "");
    if (!isMeant || provider?.type !== "email") continue;
    try {
      await spendToken(ctx, provider, attempt);
      return endMailAttempt(attempt);
    } catch (error) {
      // The current sign-in is proved by itself, and continues.
      if (!(error instanceof Verification)) {
        ctx.effects.log.error(error as Error);
      }
    }
  }
  return await findPasswordProof(ctx, address);
}

/** Finds a mail about a password to this address, which this browser has opened. */
async function findPasswordProof(
  ctx: Context,
  address: string,
): Promise<CookieChange | null> {
  for (const id of ctx.jar.attempts.keys()) {
    const attempt = await openPasswordAttempt(ctx, id);
    if (attempt?.isProved !== true) continue;
    const { use, identifier } = attempt.link;
    // A password that was typed proves no address.
    if (use === "change" || identifier !== address) continue;
    return endPasswordAttempt(attempt);
  }
  return null;
}
