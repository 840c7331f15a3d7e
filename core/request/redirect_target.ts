import type { Pages } from "../config/config.ts";
import type { Context } from "./context.ts";
import {
  AuthError,
  CallbackRouteError,
  toAuthError,
  withTarget,
} from "../errors/errors.ts";
import { toHostTarget, toSafeTarget } from "../http/redirects.ts";
import { waitForHost } from "../runtime/timeout.ts";

/**
 * Reads the target that the client requested: from the body, else from the
 * query. An empty value counts as none.
 */
export function readCallbackUrl(ctx: Context): string | null {
  const { form, query } = ctx.request;
  return form.callbackUrl || query.get("callbackUrl") || null;
}

/** Reads the target that the client requested, if it may be shown and kept. */
export function readSafeCallbackUrl(ctx: Context): string | null {
  return toSafeTarget(readCallbackUrl(ctx), ctx.origin, ctx.basePath);
}

/**
 * Resolves the redirect target after sign-in or sign-out. Every target passes
 * the application's `redirect` callback, whatever its source; without the
 * callback only this origin is allowed. An unusable target silently becomes the
 * default.
 *
 * @param wanted the target requested by a callback; default: by the client
 */
export async function resolveTarget(
  ctx: Context,
  wanted: string | null = readCallbackUrl(ctx),
): Promise<string> {
  const home = `${ctx.origin}/`;
  const { redirect } = ctx.settings.callbacks;
  if (redirect === undefined) {
    return toSafeTarget(wanted, ctx.origin, ctx.basePath) ?? home;
  }
  const url = isTarget(wanted, ctx.origin) ? wanted : ctx.origin;
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

/**
 * Whether a text is a path or a URL, which the application's callback gets
 * unchanged. Any other text, such as a host without a scheme, counts as none:
 * `new URL(text)` would throw there.
 */
function isTarget(text: string | null, origin: string): text is string {
  if (text === null) return false;
  return text.startsWith("/") ? URL.canParse(text, origin) : URL.canParse(text);
}

/**
 * Resolves the target of a sign-out as {@link resolveTarget} does; the default
 * if the application's callback fails, because the user is signed out already.
 */
export async function findSignOutTarget(
  ctx: Context,
  wanted?: string | null,
): Promise<string> {
  try {
    return await resolveTarget(ctx, wanted);
  } catch (error) {
    ctx.effects.log.error(
      new AuthError(
        "The redirect callback failed at a sign-out; the default target was used.",
        { cause: error },
      ),
    );
    return `${ctx.origin}/`;
  }
}

/** Does work for a visitor who is heading for a target; an error keeps it. */
export async function keepTarget<T>(
  target: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = toAuthError(error);
    throw known === null ? error : withTarget(known, target);
  }
}

/** Does a sign-in likewise. What else is thrown becomes a CallbackRouteError. */
export async function keepTargetOfSignIn<T>(
  { provider }: Context,
  target: string,
  work: () => Promise<T>,
): Promise<T> {
  return await keepTarget(target, async () => {
    try {
      return await work();
    } catch (error) {
      throw toAuthError(error) ?? new CallbackRouteError(
        `Signing in with "${provider?.id}" failed.`,
        { cause: error },
      );
    }
  });
}

/** The names of the built-in pages. */
type BuiltIn = Exclude<keyof Pages, "newUser">;

/** Their routes. */
const PAGE_ROUTES: Readonly<Record<BuiltIn, string>> = {
  signIn: "signin",
  signOut: "signout",
  error: "error",
  verifyRequest: "verify-request",
};

/**
 * Returns the application's page that replaces a built-in one, or null. A
 * configured page that is itself built-in counts only if it is not replaced in
 * turn: otherwise the two would cause a redirect loop.
 */
export function toOwnPage(ctx: Context, name: BuiltIn): string | null {
  const { pages } = ctx.settings;
  const own = pages[name];
  if (typeof own !== "string") return null;
  const url = new URL(own, ctx.origin);
  const names = Object.keys(PAGE_ROUTES) as BuiltIn[];
  const builtIn = names.find((one) =>
    url.origin + url.pathname === ctx.url(PAGE_ROUTES[one])
  );
  return builtIn === undefined || pages[builtIn] === undefined
    ? url.href
    : null;
}
