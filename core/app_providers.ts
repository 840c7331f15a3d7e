import type { Context } from "./context.ts";
import type { PageProvider } from "./outcome.ts";
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

/** What the sign-in page needs to know of them. */
export function toPageProviders(ctx: Context): readonly PageProvider[] {
  return toAppProviders(ctx).map((app) => {
    const provider = ctx.settings.providers.get(app.id);
    return provider?.type === "credentials"
      ? { ...app, fields: provider.fields }
      : app;
  });
}
