import { parseColor } from "../config/pages/color_parse.ts";
import type { Context } from "./context.ts";
import { isPersonal } from "../providers/typed_credentials.ts";
import type { ResolvedCredentials } from "../providers/credentials_provider.ts";
import type { ResolvedOAuth } from "../providers/oauth/oauth_provider.ts";
import type {
  ButtonStyle,
  OtherWays,
  PageProvider,
} from "../config/pages/page_models.ts";
import type { AppProvider, ResolvedProvider } from "../providers/provider.ts";
import { toHostTarget } from "../http/redirects.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/**
 * The limit on characters of a `data:` URL, which is in the page of everyone
 * who signs in.
 */
const MAX_LOGO = 4096;

/** The parts of a context that name the providers, for pages outside the auth routes. */
type Names = Pick<Context, "settings" | "effects" | "url">;

/**
 * Returns the data about providers that a browser needs, in their configured
 * order.
 */
export function toAppProviders(ctx: Names): readonly AppProvider[] {
  return [...ctx.settings.providers.values()].map(({ id, name, type }) => ({
    id,
    name,
    type,
    signinUrl: ctx.url("signin", id),
    callbackUrl: ctx.url("callback", id),
  }));
}

/** Returns the data about providers that the sign-in page needs. */
export function toPageProviders(ctx: Names): readonly PageProvider[] {
  const all = toAppProviders(ctx);
  return all.map((app) => {
    const provider = ctx.settings.providers.get(app.id);
    const isOneOfSeveral = all.filter(({ type }) =>
      type === app.type
    ).length > 1;
    return {
      ...app,
      isOneOfSeveral,
      ...(provider?.type === "credentials"
        ? {
          fields: provider.fields,
          accountField: provider.accountField,
          ...toPasswordPages(ctx, provider),
        }
        : {}),
      ...(provider !== undefined && "style" in provider
        ? { style: readStyle(ctx, provider) }
        : {}),
    };
  });
}

/** The pages of passwords that the adapter stores. */
function toPasswordPages(
  { url }: Names,
  { stored }: ResolvedCredentials,
): Pick<PageProvider, "signUpUrl" | "resetUrl"> {
  if (stored === null) return {};
  return {
    signUpUrl: stored.signUp ? url("signup") : null,
    resetUrl: url("reset"),
  };
}

/**
 * Reads a button's style. It ends up in pages, so only valid colours and URLs
 * are kept.
 */
function readStyle(
  { settings, effects }: Names,
  { id, style }: ResolvedOAuth,
): ButtonStyle {
  const { brandColor = style.bg, logo } = style;
  const warn = (key: string, what: string) => {
    if (!isFirstWarning(`style ${settings.key} ${id} ${key}`)) return;
    effects.log.warn(
      "provider-style",
      `Provider "${id}": \`style.${key}\` must be ${what}. The button is shown without it.`,
    );
  };
  const hasColor = brandColor === undefined ||
    parseColor(brandColor) !== null;
  if (!hasColor) warn("brandColor", 'a CSS colour, like "#1f5eff"');
  const hasLogo = logo === undefined || isLogo(logo);
  if (!hasLogo) warn("logo", "a path of this site, or data:image/svg+xml");
  return {
    brandColor: hasColor ? brandColor : undefined,
    logo: hasLogo ? logo : undefined,
  };
}

/** Nothing is loaded from elsewhere: that site would see who is about to sign in. */
function isLogo(url: string): boolean {
  return url.startsWith("/")
    ? toHostTarget(url, "http://localhost") !== null
    : url.length <= MAX_LOGO && url.startsWith("data:image/svg+xml,");
}

/**
 * Returns other ways to sign in after too many attempts with this provider;
 * null for any limit that is not on an account.
 */
export function toOtherWays(
  ctx: Context,
  limited: ResolvedProvider | null,
  form: Pick<OtherWays, "csrfToken" | "callbackUrl">,
): OtherWays | null {
  if (limited?.type !== "credentials" && limited?.type !== "email") return null;
  const others = toPageProviders(ctx).filter(({ id }) => id !== limited.id);
  const pick = (type: string) => others.filter((one) => one.type === type);
  const [mails, passkeys] = [pick("email"), pick("webauthn")];
  const rest = others.filter((one) =>
    !mails.includes(one) && !passkeys.includes(one)
  );
  return {
    browser: limited.type === "email" || isPersonal(limited),
    providers: [...mails, ...passkeys, ...rest],
    ...form,
  };
}
