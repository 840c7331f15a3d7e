import { findFreshWithFactor } from "../../../accounts/factors/fresh_factor.ts";
import { ConfigurationError, SignInRequired } from "../../../errors/errors.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import { notify } from "../../../methods/password/notices/notify.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { toStrategy } from "../../../session/strategy.ts";
import { visitAnew } from "../errands.ts";
import type { HostRequest } from "../host_request.ts";
import { removeUser } from "./account_management.ts";
import { toNoticeContext } from "./notice_context.ts";

/** The function that deletes the current user. */
export interface AccountDeletion<R, H> {
  /**
   * Deletes the current user, who must have signed in during the last ten
   * minutes, with their second factor if they have one, and everything that
   * `deleteUser` removes: accounts, passkeys, passwords, second factors, sessions
   * and tokens. The user is told by a mail, where mails can be sent. If it returns headers, add them to the response.
   * Call it for a form of this site that carries a `csrfToken` you have checked.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago, or was without the second factor; ConfigurationError
   * if the adapter cannot
   */
  deleteAccount(request: R): Promise<H>;
}

/**
 * Deletes the current user, who must have signed in during the last ten minutes,
 * with their second factor if they have one, and everything that belongs to
 * them, and tells them by a mail.
 */
export async function deleteAccount(
  request: HostRequest,
): Promise<readonly Cookie[]> {
  const visit = await visitAnew<boolean>(request, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      if (typeof ctx.effects.adapter?.deleteUser !== "function") {
        throw new ConfigurationError([
          "`deleteAccount` needs an `adapter` with `deleteUser`.",
        ]);
      }
      const present = await toStrategy(ctx).find(ctx);
      const { userId } = await findFreshWithFactor(ctx, present);
      const user = await toAdapter(ctx).getUser(userId);
      await removeUser(ctx, userId, "user");
      if (user !== null) {
        const sender = toNoticeContext(request, ctx);
        await notify(sender, user, { kind: "accountDeleted" });
      }
      const cookies = [
        { role: "session", value: null },
        { role: "csrf", value: null },
      ] as const;
      return { value: true, cookies };
    },
  });
  if (visit.value) return visit.cookies;
  throw new SignInRequired("Deleting an account needs a live session.");
}
