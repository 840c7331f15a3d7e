import type { Pages } from "../config/config.ts";
import type { Context } from "./context.ts";
import { toHostTarget, toSafeTarget } from "../http/redirects.ts";
import { waitForHost } from "../runtime/time_limit.ts";

/** What the client asked for: in the body, else in the query. An empty text asks for nothing. */
export function readCallbackUrl(ctx: Context): string | null {
  const { form, query } = ctx.request;
  return form.callbackUrl || query.get("callbackUrl") || null;
}

/** What the client asked for, if it may be shown and kept. */
export function readSafeCallbackUrl(ctx: Context): string | null {
  return toSafeTarget(readCallbackUrl(ctx), ctx.origin, ctx.basePath);
}

/**
 * Where to go after signing in or out. Every target passes the host's
 * `redirect` callback, whoever named it; without one only this origin is
 * possible. What is unusable becomes the default, quietly.
 *
 * @param wanted what the client or a callback asked for
 */
export async function resolveTarget(
  ctx: Context,
  wanted: string | null,
): Promise<string> {
  const home = `${ctx.origin}/`;
  const { redirect } = ctx.settings.callbacks;
  if (redirect === undefined) {
    return toSafeTarget(wanted, ctx.origin, ctx.basePath) ?? home;
  }
  // Relative texts go as they came; a text that is no URL at all counts as none.
  const isUrl = wanted && URL.canParse(wanted, ctx.origin);
  const url = isUrl ? wanted : ctx.origin;
  const answer = await waitForHost(
    redirect({ url, baseUrl: ctx.origin }),
    "redirect",
  );
  const target = toHostTarget(answer, ctx.origin);
  if (target === null) {
    ctx.effects.log.warn(
      "redirect",
      "The redirect callback gave no usable URL; the default target was used.",
    );
  }
  return target ?? home;
}

/** The pages that there are without the host, too. */
type BuiltIn = Exclude<keyof Pages, "newUser">;

/** Their routes. */
const PAGE_ROUTES: Readonly<Record<BuiltIn, string>> = {
  signIn: "signin",
  signOut: "signout",
  error: "error",
  verifyRequest: "verify-request",
};

/**
 * The host's page in place of a built-in one, or null. A configured page that
 * is a built-in one counts only if it is shown as such: otherwise the two would
 * send the visitor round for ever.
 */
export function toOwnPage(ctx: Context, name: BuiltIn): string | null {
  const { pages } = ctx.settings;
  const own = pages[name];
  if (own === undefined) return null;
  const url = new URL(own, ctx.origin);
  const names = Object.keys(PAGE_ROUTES) as BuiltIn[];
  const builtIn = names.find((one) =>
    url.origin + url.pathname === ctx.url(PAGE_ROUTES[one])
  );
  return builtIn === undefined || pages[builtIn] === undefined
    ? url.href
    : null;
}
