import {
  ACCOUNT_DONE,
  type AccountDone,
} from "../../config/pages/account_models.ts";
import { withQuery } from "../../http/redirects.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, page } from "../../request/outcome.ts";
import {
  readCallbackUrl,
  readSafeCallbackUrl,
  resolveTarget,
} from "../../request/redirect_target.ts";

/** A page on which users change their account. */
type AccountPage = "password" | "email";

/** Returns the URL of a page of the account, which a user who has to sign in first comes back to. */
export function toAccountUrl(ctx: Context, name: AccountPage): string {
  const callbackUrl = readSafeCallbackUrl(ctx);
  return withQuery(ctx.url(name), { callbackUrl });
}

/**
 * Returns where the user goes after a change: the target that the request named,
 * else the built-in page, which the application's `redirect` callback may
 * replace.
 */
export async function toDoneUrl(
  ctx: Context,
  name: AccountPage,
  done: AccountDone,
): Promise<string> {
  if (readCallbackUrl(ctx) !== null) return await resolveTarget(ctx);
  const url = withQuery(ctx.url(name), { done });
  const { redirect } = ctx.settings.callbacks;
  return redirect === undefined ? url : await resolveTarget(ctx, url);
}

/** Returns the page that says what was done; null if the URL does not ask for it. */
export function findDonePage(ctx: Context): Outcome | null {
  const asked = ctx.request.query.get("done");
  const done = ACCOUNT_DONE.find((one) => one === asked);
  return done === undefined
    ? null
    : page({ name: "accountDone", done, home: `${ctx.origin}/` });
}
