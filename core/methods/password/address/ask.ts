import { findUserWithSameEmail } from "../../../accounts/facts.ts";
import { InvalidAddress } from "../../../errors/errors.ts";
import type { AdapterUser } from "../../../model/adapter.ts";
import { isOutage, limitAttempt } from "../../../rate_limits/limits.ts";
import type { Context } from "../../../request/context.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { toMailTry } from "../../email/identity.ts";
import { MailUnreached } from "../../email/mail/send.ts";
import { assertMailHost, readAddress } from "../../email/recipient.ts";
import { toMailer } from "../mailer.ts";
import { sendNotice } from "../notices/notify.ts";
import { CONFIRM_MAX_AGE, toAddressState, toLinkUrl } from "./links.ts";

/**
 * Sends exactly one mail to the address that a user wants to have, whoever has
 * it: only the mail tells.
 *
 * @param typed the new address
 * @throws InvalidAddress, EmailSignInError, RateLimited or AdapterError
 */
export async function askForAddress(
  ctx: Context,
  user: AdapterUser,
  typed: string,
): Promise<void> {
  assertMailHost(ctx);
  const mailer = toMailer(ctx);
  const to = await readAddress(mailer, typed);
  if (to === user.email && user.emailVerified !== null) {
    throw new InvalidAddress("It is the user's address already.");
  }
  await limitAttempt(
    ctx,
    toMailTry(to),
    async () => {
      const owner = await findUserWithSameEmail(toAdapter(ctx), to);
      const url = await toLinkUrl(ctx, "confirm", {
        state: toAddressState(user),
        to,
      });
      // Whoever has not proved it keeps nobody from having it.
      const isTaken = owner !== null && owner.id !== user.id &&
        owner.emailVerified !== null;
      await sendNotice(ctx, mailer, {
        kind: isTaken ? "addressTaken" : "addressWanted",
        identifier: to,
        url,
        minutes: CONFIRM_MAX_AGE / 60,
      });
    },
    (error) => isOutage(error) || error instanceof MailUnreached,
  );
}
