/**
 * The redirect proxy: a stable deployment whose redirect URI is registered at
 * the provider, and which sends people on to the deployment that they came from.
 *
 * @module
 */

import type { Context } from "../request/context.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { isProxyAt, type ResolvedOAuth } from "../providers/oauth_provider.ts";

/** Sealed with the shared secret: nobody else can name a way back. */
const PURPOSE: Purpose = {
  name: "return",
  cookie: "redirect-proxy",
  maxAge: 900,
};

/** Milliseconds that a way back is good for: as long as an attempt. */
const LIFETIME = 900_000;

/** The redirect URI of a provider: the proxy's where there is one. */
export function toRedirectUri(
  ctx: Context,
  provider: ResolvedOAuth,
): string {
  return provider.redirectProxyUrl === null
    ? ctx.url("callback", provider.id)
    : `${provider.redirectProxyUrl.replace(/\/$/, "")}/callback/${provider.id}`;
}

/**
 * The part of `state` that tells the proxy the way back; empty where none is
 * needed. The host of a request is no proof that a deployment has that name, so
 * an origin that is not configured has to be listed.
 *
 * @throws ConfigurationError if it is not
 */
export async function sealReturn(
  ctx: Context,
  provider: ResolvedOAuth,
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
  const url = ctx.url("callback", provider.id);
  const way = { url, started: ctx.now };
  return `.${await seal(ctx.settings.keyring, PURPOSE, way, ctx.now)}`;
}

/**
 * On the proxy: the deployment that a callback belongs to, with everything that
 * the provider said, or null if it belongs here or to an origin that is not
 * listed.
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
  const { url: text, started } = opened?.payload ?? {};
  // Written so that a clock of NaN refuses.
  if (!(Math.abs(ctx.now - Number(started)) < LIFETIME)) return null;
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

/** Whether an origin is one of those that the configuration lists, or fits a pattern of it. */
function isListed({ settings }: Context, origin: string): boolean {
  const listed = settings.redirectProxyOrigins ?? [];
  return listed.some((one) => {
    const [before = "", after] = one.split("*");
    if (after === undefined) return one === origin;
    const end = origin.length - after.length;
    return origin.startsWith(before) && origin.endsWith(after) &&
      // Neither empty, nor a dot, nor anything else that ends a label.
      /^[a-z0-9_-]+$/.test(origin.slice(before.length, Math.max(end, 0)));
  });
}

/** The line of the environment that lists an origin besides those that are listed. */
function toLine({ settings }: Context, origin: string): string {
  const origins = [...settings.redirectProxyOrigins ?? [], origin];
  return `AUTH_REDIRECT_PROXY_ORIGINS="${origins.join(",")}"`;
}
