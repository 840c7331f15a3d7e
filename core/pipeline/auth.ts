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

import { attend, readFacts } from "./attend.ts";
import { tellFailure } from "./audit.ts";
import { checkSettings } from "./check_settings.ts";
import { readClock } from "../runtime/clock.ts";
import type { AuthConfig } from "../config/config.ts";
import { findDomainProblem } from "../config/origin/cookie_domain.ts";
import { isPreflight, toPreflightReply } from "./cors.ts";
import { createContext } from "./create_context.ts";
import type { Context } from "../request/context.ts";
import { randomText } from "../crypto/random.ts";
import { assertCsrf } from "../session/csrf.ts";
import { ConfigurationError, toAuthError } from "../errors/errors.ts";
import { createLog } from "../runtime/log.ts";
import type { Awaitable } from "../model/model.ts";
import type { Outcome } from "../request/outcome.ts";
import { recover, toMisconfigured } from "./recover.ts";
import { checkFirst } from "./prepare.ts";
import { toReply } from "./reply.ts";
import type { Reply } from "./answer.ts";
import { readWants } from "../request/client.ts";
import { readRequest } from "../request/request.ts";
import type { Incoming } from "../request/request_head.ts";
import { findRoute, type Route } from "./routes.ts";
import { annotateRoute, toRouteSpan } from "./route_span.ts";
import { count } from "../runtime/counters.ts";
import { type Annotate, inSpan } from "../runtime/spans.ts";
import { settleTokens } from "../vault/settle_tokens.ts";
import type { Settings } from "../config/settings.ts";
import { resolveSettings } from "../config/resolve_settings.ts";
import { withFormerOptions } from "../config/former_options.ts";

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
    checkSettings(settings, incoming.env);
  } catch (error) {
    const ref = randomText(6);
    const all = withFormerOptions(toError(error), config, incoming.env);
    createLog(config?.logger ?? {}, false, []).error(all, ref);
    count("latchkey.failures", { "error.type": ConfigurationError.type });
    return await toMisconfigured(incoming, ref);
  }
  const request = await readRequest(incoming, settings);
  const ctx = createContext(settings, request, readClock());
  if (isPreflight(ctx)) return toPreflightReply(ctx);
  return await inSpan(
    () => toRouteSpan(ctx),
    (annotate) => answer(ctx, findRoute(ctx), annotate),
  );
}

async function answer(
  ctx: Context,
  route: Route,
  annotate: Annotate,
): Promise<Reply> {
  const { settings, request } = ctx;
  let outcome: Outcome;
  try {
    assertCookiesArrive(ctx);
    if (route.csrf) await assertCsrf(ctx);
    outcome = await act(route, ctx);
  } catch (error) {
    const known = settings.raw ? toAuthError(error) : null;
    if (known !== null && readWants(request) !== "url") {
      annotateRoute(ctx, { kind: "thrown", error: known }, annotate);
      await tellFailure(known, ctx);
      throw known;
    }
    outcome = await recover(error, ctx);
  }
  const { error, ref } = outcome;
  annotateRoute(ctx, outcome, annotate);
  if (error !== undefined) await tellFailure(error, ctx, ref);
  return await toReply(outcome, ctx, route);
}

/** @throws ConfigurationError if browsers at this host would drop a cookie */
function assertCookiesArrive({ policy, origin }: Context): void {
  const problem = findDomainProblem(policy, origin);
  if (problem !== null) throw new ConfigurationError([problem]);
}

async function act(route: Route, asked: Context): Promise<Outcome> {
  const { request: { refusal }, settings: { held, tokens } } = asked;
  if (refusal === null && held.length > 0) await checkFirst(asked);
  const ctx = await attendRoute(asked);
  const outcome = await route.run(ctx);
  if (tokens?.keep !== "cookie") return outcome;
  return { ...outcome, cookies: await settleTokens(ctx, outcome.cookies) };
}

/** The routes that go on without a record: nobody is kept signed in, and a session's own data is no matter of the trail. */
const FREE: readonly string[] = [
  "signout",
  "backchannel-logout",
  "session",
  "resume",
];

/** Prepares a request that may change something for the audit trail. */
async function attendRoute(ctx: Context): Promise<Context> {
  const { settings, request } = ctx;
  const { method, action, address, refusal } = request;
  const acts = method === "POST" || method === "GET" && action === "callback";
  if (settings.audit === null || !acts || refusal !== null) return ctx;
  const facts = readFacts(request, request, address);
  return await attend(ctx, facts, FREE.includes(action));
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new TypeError("The configuration function threw something else.");
}
