import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { Verification } from "../../errors/errors.ts";
import {
  endMailAttempt,
  openMailAttempt,
} from "../../attempts/mail_attempt.ts";
import { spendToken } from "../../attempts/mail_token.ts";

/**
 * Uses a mail to this address that this browser has opened, and that waits for
 * its user to sign in another way.
 *
 * @returns what ends the attempt; null: there is no such mail
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
      // The sign-in that brought us here is proved by itself, and goes on.
      if (!(error instanceof Verification)) {
        ctx.effects.log.error(error as Error);
      }
    }
  }
  return null;
}
