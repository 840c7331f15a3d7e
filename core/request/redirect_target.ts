import type { Pages } from "../config/config.ts";
import type { Context } from "./context.ts";
import {
  AuthError,
  CallbackRouteError,
  toAuthError,
  withTarget,
} from "../errors/errors.ts";
import { MAX_TARGET, toHostTarget } from "../http/redirects.ts";
import { toSiteTarget } from "./listed_origin.ts";
import { waitForHost } from "../runtime/timeout.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

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
  return checkTarget(ctx, readCallbackUrl(ctx));
}

function checkTarget(ctx: Context, wanted: string | null): string | null {
  const target = toSiteTarget(wanted, ctx);
  tellCut(ctx, wanted, { target });
  return target;
}

/** Tells the operator, once, what a target that is too long has lost. */
export function tellCut(
  { origin, settings: { key, log } }: Pick<Context, "origin" | "settings">,
  wanted: string | null,
  { target, limit = MAX_TARGET }: { target: string | null; limit?: number },
): void {
  if (wanted === null || !URL.canParse(wanted, origin)) return;
  const url = new URL(wanted, origin);
  const { length } = url.href.slice(url.origin.length);
  if (length <= limit || url.origin !== origin) return;
  if (!isFirstWarning(`target ${key}`)) return;
  const rest = target === null
    ? "the default target took its place"
    : `visitors come back to "${url.pathname.slice(0, 100)}" without its query`;
  log.warn(
    "target",
    `A redirect target of ${length} characters is longer than the limit of ${limit}: ${rest}.`,
  );
}

/**
 * Resolves the redirect target after sign-in or sign-out. Every target passes
 * the application's `redirect` callback, whatever its source; without the
 * callback only this origin and those of `cors` are allowed. An unusable target silently becomes the
 * default.
 *
 * @param wanted the target requested by a callback; default: by the client
 */
export async function resolveTarget(
  ctx: Context,
  wanted: string | null = readCallbackUrl(ctx),
): Promise<string> {
  const home = ctx.origin + ctx.request.home;
  const { redirect } = ctx.settings.callbacks;
  if (redirect === undefined) {
    return checkTarget(ctx, wanted) ?? home;
  }
  const url = isTarget(wanted, ctx.origin) ? wanted : ctx.origin;
  const answer = await waitForHost(
    redirect({ url, baseUrl: ctx.origin }),
    "redirect",
  );
  const target = toHostTarget(answer, ctx.origin);
  tellCut(ctx, answer, { target });
  if (target === null) {
    ctx.effects.log.warn(
      "redirect",
      "The redirect callback returned no usable URL; the default target was used.",
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
    return ctx.origin + ctx.request.home;
  }
}

/**
 * Runs work for a visitor who is heading for a target; an error carries the
 * target.
 */
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

/**
 * Does the same for a sign-in; an error of another kind becomes a
 * CallbackRouteError.
 */
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
  signUp: "signup",
  reset: "reset",
  newPassword: "new-password",
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
