import type { CookieChange } from "../http/cookies.ts";
import type { Awaitable } from "../model/model.ts";
import type { SessionContext } from "../request/context.ts";
import { oncePerProcess } from "../storage/process_cache.ts";

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
    ? settleOwn(ctx, cookies)
    : cookies;
}

async function settleOwn(
  ctx: SessionContext,
  cookies: readonly CookieChange[],
): Promise<readonly CookieChange[]> {
  const { settleTokens } = await oncePerProcess(
    "settling",
    () => import("../vault/settle_tokens.ts"),
  );
  return await settleTokens(ctx, cookies);
}
