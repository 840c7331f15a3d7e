/**
 * The request pipeline, and the first file to read: every request passes
 * through it, and each arrow is one function in one file.
 *
 * ```text
 * Incoming ─ readRequest ─▶ AuthRequest ─ createContext ─▶ Context
 *          ─ act ─▶ Outcome ─ toReply ─▶ Reply ─ toResponse ─▶ Response
 *              ╲ throw ─ recover ─▶ Outcome, which continues as above
 * ```
 *
 * @module
 */

import { tellFailure } from "./audit.ts";
import { checkPages } from "./check_pages.ts";
import { readClock } from "../runtime/clock.ts";
import type { AuthConfig } from "../config/config.ts";
import { createContext } from "./create_context.ts";
import type { Context } from "../request/context.ts";
import { randomText } from "../crypto/random.ts";
import { assertCsrf } from "../session/csrf.ts";
import { toAuthError } from "../errors/errors.ts";
import { createLog } from "../runtime/log.ts";
import type { Awaitable } from "../model/model.ts";
import { chain, isPromise } from "../runtime/maybe_promise.ts";
import type { Outcome } from "../request/outcome.ts";
import { recover, toMisconfigured } from "./recover.ts";
import { assertProviderSecurity } from "../config/provider_security.ts";
import { assertReturnOrigins } from "../config/return_origins.ts";
import { type Reply, toReply } from "./reply.ts";
import { readRequest } from "../request/request.ts";
import type { Incoming } from "../request/request_head.ts";
import type { Env } from "../runtime/env.ts";
import { findRoute, type Route } from "./routes.ts";
import { settle } from "./settle.ts";
import { resolveSettings, type Settings } from "../config/settings.ts";
import { withFormerOptions } from "../config/former_options.ts";
import { warnAtSignIn } from "../config/sign_in_warnings.ts";

/**
 * Answers one request to an auth route. It never rejects because of a client.
 *
 * @param getConfig returns the configuration for this request
 * @throws AuthError in raw mode only
 */
export async function handle(
  incoming: Incoming,
  getConfig: () => Awaitable<AuthConfig>,
): Promise<Reply> {
  let config: AuthConfig | null = null;
  let settings: Settings;
  try {
    config = await getConfig();
    settings = resolveSettings(config, incoming.env);
    check(config, settings, incoming.env);
  } catch (error) {
    const ref = randomText(6);
    const all = withFormerOptions(toError(error), config, incoming.env);
    createLog(config?.logger ?? {}, false, []).error(all, ref);
    return await toMisconfigured(incoming, ref);
  }
  const read = readRequest(incoming, settings);
  const request = isPromise(read) ? await read : read;
  const ctx = createContext(settings, request, readClock());
  const route = findRoute(ctx);
  let outcome: Outcome;
  try {
    if (route.csrf) await assertCsrf(ctx);
    const decided = act(route, ctx);
    outcome = isPromise(decided) ? await decided : decided;
    if (outcome.error !== undefined) await tellFailure(outcome.error, ctx);
  } catch (error) {
    await tellFailure(error, ctx);
    const known = settings.raw ? toAuthError(error) : null;
    if (known !== null && request.wants !== "url") throw known;
    outcome = await recover(error, ctx);
  }
  const reply = toReply(outcome, ctx, route);
  return isPromise(reply) ? await reply : reply;
}

/** Only a cache: the settings that were found right. */
const checked = new WeakSet<Settings>();

/**
 * Checks what reading a session does not need, once for each configuration: the
 * time grows with the number of providers.
 *
 * @throws ConfigurationError that names every mistake
 */
function check(config: AuthConfig, settings: Settings, env?: Env): void {
  if (checked.has(settings)) return;
  assertReturnOrigins(settings);
  assertProviderSecurity(settings);
  checkPages(settings);
  warnAtSignIn(config, settings, env);
  checked.add(settings);
}

function act(route: Route, ctx: Context): Awaitable<Outcome> {
  return chain(
    route.run(ctx),
    (outcome) =>
      chain(
        settle(ctx, outcome.cookies),
        (cookies) =>
          cookies === outcome.cookies ? outcome : { ...outcome, cookies },
      ),
  );
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new TypeError("The configuration function threw something else.");
}
