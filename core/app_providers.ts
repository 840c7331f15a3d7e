import type { Context } from "./context.ts";
import { isPersonal } from "./credentials_provider.ts";
import type { OtherWays, PageProvider } from "./outcome.ts";
import type { AppProvider, ResolvedProvider } from "./provider.ts";

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

/**
 * How else somebody can sign in who had too many attempts with this provider.
 * Other limits than those of an account leave no way: null.
 */
export function toOtherWays(
  { settings }: Context,
  limited: ResolvedProvider | null,
): OtherWays | null {
  if (limited?.type !== "credentials" && limited?.type !== "email") return null;
  const others = [...settings.providers.values()]
    .filter(({ id }) => id !== limited.id);
  const has = (type: string) => others.some((one) => one.type === type);
  return {
    browser: limited.type === "email" || isPersonal(limited),
    mail: has("email"),
    passkey: has("webauthn"),
    names: others
      .filter(({ type }) => type !== "email" && type !== "webauthn")
      .map(({ name }) => name),
  };
}
