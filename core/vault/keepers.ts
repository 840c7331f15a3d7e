import type { ProviderContext } from "../request/context.ts";
import type { TokenKeeper } from "./keeper.ts";
import { createAdapterKeeper } from "./keeper_adapter.ts";
import { createCookieKeeper } from "./keeper_cookie.ts";
import { createStoreKeeper } from "./keeper_store.ts";

/**
 * Returns the place of this configuration.
 *
 * @throws ConfigurationError for tokens in cookies, if there is no request
 */
export function toKeeper(ctx: ProviderContext): TokenKeeper {
  switch (ctx.settings.tokens?.keep) {
    case "store":
      return createStoreKeeper(ctx);
    case "cookie":
      return createCookieKeeper(ctx);
    default:
      return createAdapterKeeper(ctx);
  }
}
