import type { Context } from "./context.ts";
import type { AppProvider } from "./provider.ts";

/** What a browser needs to know of the providers, in their configured order. */
export function toAppProviders(ctx: Context): readonly AppProvider[] {
  return [...ctx.settings.providers.values()].map(({ id, name, type }) => ({
    id,
    name,
    type,
    signinUrl: ctx.url("signin", id),
    callbackUrl: ctx.url("callback", id),
  }));
}
