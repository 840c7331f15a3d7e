import type { Context } from "../../request/context.ts";
import {
  readCallbackUrl,
  resolveTarget,
} from "../../request/redirect_target.ts";
import { withQuery } from "../../http/redirects.ts";

/**
 * Returns where the user goes after adding or removing a passkey: the target
 * that the request named, else the built-in page, which the application's
 * `redirect` callback may replace.
 *
 * @param target the resolved target of the request
 */
export async function toDoneTarget(
  ctx: Context,
  done: "added" | "removed",
  target: string,
): Promise<string> {
  if (readCallbackUrl(ctx) !== null) return target;
  const url = withQuery(ctx.url("passkey"), { done });
  const { redirect } = ctx.settings.callbacks;
  return redirect === undefined ? url : await resolveTarget(ctx, url);
}
