/**
 * The redirect proxy: a stable deployment whose redirect URI is registered at
 * the provider, and which forwards callbacks to the deployment that started
 * them.
 *
 * @module
 */

import type { Context } from "../request/context.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import { ConfigurationError } from "../errors/errors.ts";
import {
  isProxyAt,
  type ResolvedOAuth,
} from "../providers/oauth/oauth_provider.ts";

/** Sealed with the shared secret, so that only our deployments can set a return URL. */
const PURPOSE: Purpose = {
  name: "return",
  cookie: "redirect-proxy",
  // As long as an attempt.
  maxAge: 900,
  isDated: true,
};

/** The redirect URI of a provider: the proxy's if there is one. */
export function toRedirectUri(
  ctx: Context,
  provider: ResolvedOAuth,
): string {
  return toRegistered(ctx, provider, ["callback", provider.id]);
}

/** The URL of a route as the provider knows it: the proxy's if there is one. */
export function toRegistered(
  ctx: Context,
  { redirectProxyUrl: proxy }: ResolvedOAuth,
  route: readonly string[],
): string {
  return proxy === null
    ? ctx.url(...route)
    : [proxy.replace(/\/$/, ""), ...route].join("/");
}

/**
 * The part of `state` that holds the return URL for the proxy; empty if none is
 * needed. A request's host header does not prove that the deployment has that
 * name, so an origin that is not configured has to be listed.
 *
 * @param route the route to return to. Default: the callback
 * @throws ConfigurationError if it is not
 */
export async function sealReturn(
  ctx: Context,
  provider: ResolvedOAuth,
  route: readonly string[] = ["callback", provider.id],
): Promise<string> {
  const { redirectProxyUrl } = provider;
  if (redirectProxyUrl === null || isProxyAt(ctx.origin, provider)) return "";
  if (ctx.settings.origin === null && !isListed(ctx, ctx.origin)) {
    throw new ConfigurationError([
      `${ctx.origin} is known from the request only, and not listed in \`redirectProxyOrigins\`: no sign-in comes back to it. If it is a deployment of yours, set AUTH_URL="${ctx.origin}" there, and ${
        toLine(ctx, ctx.origin)
      } on the redirect proxy; without AUTH_URL on both.`,
    ]);
  }
  const way = { url: ctx.url(...route) };
  return `.${await seal(ctx.settings.keyring, PURPOSE, way, ctx.now)}`;
}

/**
 * On the proxy, returns the URL of the deployment that a callback belongs to,
 * with all of the provider's parameters; null if it belongs here or to an
 * origin that is not listed.
 */
export async function findReturn(
  ctx: Context,
  provider: ResolvedOAuth,
): Promise<string | null> {
  if (!isProxyAt(ctx.origin, provider)) return null;
  const state = ctx.callbackParams.get("state") ?? "";
  const sealed = state.split(".").slice(2).join(".");
  if (sealed === "") return null;
  const opened = await open(ctx.settings.keyring, PURPOSE, sealed, ctx.now);
  const text = opened?.payload.url;
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin === ctx.origin) return null;
  if (!isListed(ctx, url.origin)) {
    ctx.effects.log.warn(
      "redirect-proxy",
      `A callback was not sent on to ${url.origin}, which is not listed in \`redirectProxyOrigins\`. If it is a deployment of yours, set ${
        toLine(ctx, url.origin)
      }.`,
    );
    return null;
  }
  url.search = ctx.callbackParams.toString();
  return url.href;
}

/** Whether an origin is listed in the configuration, or matches a pattern of it. */
function isListed({ settings }: Context, origin: string): boolean {
  const listed = settings.redirectProxyOrigins ?? [];
  return listed.some((one) => {
    const [before = "", after] = one.split("*");
    if (after === undefined) return one === origin;
    const end = origin.length - after.length;
    return origin.startsWith(before) && origin.endsWith(after) &&
      // The wildcard matches part of one label: not empty, and no dot.
      /^[a-z0-9_-]+$/.test(origin.slice(before.length, Math.max(end, 0)));
  });
}

/** The environment variable that lists an origin in addition to the listed ones. */
function toLine({ settings }: Context, origin: string): string {
  const origins = [...settings.redirectProxyOrigins ?? [], origin];
  return `AUTH_REDIRECT_PROXY_ORIGINS="${origins.join(",")}"`;
}
