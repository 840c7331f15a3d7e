import type { CookieChange } from "../http/cookies.ts";
import type { Awaitable } from "../model/model.ts";
import type { SessionContext } from "../request/context.ts";
import { settleTokens } from "../vault/settle_tokens.ts";

/**
 * Returns the changes of cookies with those of the tokens that are kept in
 * cookies.
 *
 * @throws StoreError or AdapterError
 */
export function settle(
  ctx: SessionContext,
  cookies: readonly CookieChange[],
): Awaitable<readonly CookieChange[]> {
  return ctx.settings.tokens?.keep === "cookie"
    ? settleTokens(ctx, cookies)
    : cookies;
}
