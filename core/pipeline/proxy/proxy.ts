/**
 * Passes requests of the application's own pages on to a provider's API, with
 * the user's access token, which never reaches the browser.
 *
 * @module
 */

import type { Settings } from "../../config/settings.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import { NO_STORE } from "../../http/headers.ts";
import { toHostTarget } from "../../http/redirects.ts";
import { readProxyBody } from "../../methods/proxy/body.ts";
import { forward, type Forwarded } from "../../methods/proxy/forward.ts";
import { toRequestHeaders } from "../../methods/proxy/headers.ts";
import type { SessionContext } from "../../request/context.ts";
import { type Incoming, readHead } from "../../request/request_head.ts";
import { toSignInPage } from "../host/guards/ask.ts";
import { visitSession } from "../host/session_access.ts";
import { withUser } from "../host/tokens.ts";
import type { Reply } from "../answer.ts";
import { type Order, type ProxyRequest, toOrder } from "./order.ts";
import { type PassedReply, toPassed } from "./passed.ts";
import type { ProxyOptions } from "./proxy_options.ts";
import { type ProxySettings, readProxyOptions } from "./read_options.ts";
import { toProxyError } from "./refusal.ts";

/**
 * Answers a request with the API's answer, or with a refusal as JSON. It never
 * rejects.
 */
export async function answerProxy(
  request: ProxyRequest,
  options: ProxyOptions,
): Promise<Reply | PassedReply> {
  const { incoming, signal } = request;
  const cookies: Cookie[] = [];
  let settings: Settings | null = null;
  try {
    settings = resolveSettings(await request.getConfig(), incoming.env);
    const read = readProxyOptions(options);
    const order = toOrder(request, read, settings);
    // A page that uses the API is in use: its session is renewed.
    cookies.push(...(await visitSession(request)).cookies);
    const asked = { ...read, ...order, request };
    const setCookies = (more: readonly Cookie[]) => void cookies.push(...more);
    const forwarded = await withUser(
      { ...request, setCookies },
      (ctx, userId) => forwardFor(ctx, userId, asked),
    );
    const passage = { ...order, request, options: read, settings };
    const passed = await toPassed(forwarded, passage);
    const uncached = cookies.length === 0 ? [] : NO_STORE;
    return { ...passed, headers: [...passed.headers, ...uncached], cookies };
  } catch (thrown) {
    const refused = await toProxyError(thrown, {
      incoming,
      provider: options.provider,
      settings,
      signInUrl: settings && toSignInUrl(settings, incoming),
      isGone: signal.aborted,
    });
    return { ...refused, cookies };
  }
}

interface UserOrder extends ProxySettings, Order {
  readonly request: ProxyRequest;
}

/** Sends a request for a user. */
async function forwardFor(
  ctx: SessionContext,
  userId: string,
  { request, ...options }: UserOrder,
): Promise<Forwarded> {
  const { incoming, body: sent, signal } = request;
  const { provider, url, timeout, maxBodySize: limit } = options;
  const headers = toRequestHeaders(incoming.headers(), options.requestHeaders);
  const passed = sent === null
    ? { body: null, headers }
    : await readProxyBody(incoming, sent, { headers, limit });
  const { minValidity = 60, ...target } = options.token;
  const query = { ...target, userId, provider, minValidity };
  const { method } = incoming;
  const order = { ...passed, url, method, limit, timeout, signal };
  return await forward(ctx, query, order);
}

function toSignInUrl(settings: Settings, incoming: Incoming): string | null {
  const { origin, refusal } = readHead(incoming, settings);
  return refusal === null
    ? toHostTarget(toSignInPage(settings, incoming), origin)
    : null;
}
