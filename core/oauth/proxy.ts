/**
 * The redirect proxy: a stable deployment whose redirect URI is registered at
 * the provider, and which sends people on to the deployment that they came from.
 *
 * @module
 */

import type { Context } from "../context.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import type { ResolvedOAuth } from "../oauth_provider.ts";

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

/** The part of `state` that tells the proxy the way back; empty where none is needed. */
export async function sealReturn(
  ctx: Context,
  provider: ResolvedOAuth,
): Promise<string> {
  if (provider.redirectProxyUrl === null || isProxy(ctx, provider)) return "";
  const url = ctx.url("callback", provider.id);
  const way = { url, started: ctx.now };
  return `.${await seal(ctx.settings.keyring, PURPOSE, way, ctx.now)}`;
}

/**
 * On the proxy: the deployment that a callback belongs to, with everything that
 * the provider said, or null if it belongs here.
 */
export async function findReturn(
  ctx: Context,
  provider: ResolvedOAuth,
): Promise<string | null> {
  if (!isProxy(ctx, provider)) return null;
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
  const allowed = ctx.settings.redirectProxyOrigins;
  if (allowed !== null && !allowed.includes(url.origin)) {
    ctx.effects.log.warn(
      "redirect-proxy",
      `A callback was not sent on to ${url.origin}: it is not in \`redirectProxyOrigins\`.`,
    );
    return null;
  }
  url.search = ctx.callbackParams.toString();
  return url.href;
}

function isProxy(ctx: Context, provider: ResolvedOAuth): boolean {
  return provider.redirectProxyUrl !== null &&
    new URL(provider.redirectProxyUrl).origin === ctx.origin;
}
