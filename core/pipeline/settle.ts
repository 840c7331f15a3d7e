import type { CookieChange } from "../http/cookies.ts";
import type { SessionContext } from "../request/context.ts";

/**
 * Returns the changes of cookies with those of the tokens that are kept in
 * cookies.
 *
 * @throws StoreError or AdapterError
 */
export async function settle(
  ctx: SessionContext,
  cookies: readonly CookieChange[],
): Promise<readonly CookieChange[]> {
  if (ctx.settings.tokens?.keep !== "cookie") return cookies;
  const { settleTokens } = await import("../vault/settle_tokens.ts");
  return await settleTokens(ctx, cookies);
}
