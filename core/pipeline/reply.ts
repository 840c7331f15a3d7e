import type { Awaitable } from "../model/model.ts";
import type { Context } from "../request/context.ts";
import type { CookieChange, CookieJar } from "../http/cookies.ts";
import {
  type AuthError,
  MethodNotAllowed,
  toRetryAfter,
  toRow,
} from "../errors/errors.ts";
import { type HeaderList, NO_STORE, SAFE } from "../http/headers.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { Outcome } from "../request/outcome.ts";
import { isNavigation, readWants } from "../request/client.ts";
import type { Reply } from "./answer.ts";
import { toCorsHeaders } from "./cors.ts";
import { toJsonError } from "./json_error.ts";
import { present, type Presentation } from "./present.ts";
import type { Answer } from "./answer.ts";
import type { Route } from "./routes.ts";
import { withUnseen, writeCookies } from "../http/write_cookies.ts";

/** Turns an outcome into an HTTP reply. */
export async function toReply(
  outcome: Outcome,
  ctx: Context,
  route: Route,
): Promise<Reply> {
  const answer = await toAnswer(outcome, ctx, route);
  const isHead = ctx.request.method === "HEAD";
  const consumed = toConsumed(ctx, route);
  const changes = consumed === null
    ? outcome.cookies
    : [...outcome.cookies, consumed];
  const { error } = outcome;
  const allow: HeaderList = error instanceof MethodNotAllowed
    ? [["allow", error.allow.join(", ")]]
    : [];
  const retry = toRetry(error, answer.status);
  return {
    ...answer,
    headers: [
      ...(outcome.kind === "file" ? [] : NO_STORE),
      ...SAFE,
      ...toCorsHeaders(ctx, outcome.kind),
      ...allow,
      ...retry,
      ...answer.headers,
    ],
    cookies: isHead
      ? []
      : writeCookies(changes, toJar(changes, ctx, route), ctx.policy),
    body: isHead ? null : answer.body,
  };
}

/**
 * Returns the Retry-After header of an error (RFC 9110 section 10.2.3), but not
 * for a redirect, where it means something else.
 */
function toRetry(error: AuthError | undefined, status: number): HeaderList {
  const wait = error === undefined || status < 400 ? null : toRetryAfter(error);
  return wait === null ? [] : [["retry-after", `${wait}`]];
}

/**
 * On a cross-site request, a new session also replaces cookies that the browser
 * did not send.
 */
function toJar(
  changes: readonly CookieChange[],
  { jar, policy, settings }: Context,
  route: Route,
): CookieJar {
  const isStart = changes.some(({ role, value }) =>
    role === "session" && value !== null
  );
  const providers = settings.tokens?.providers ?? [];
  return route.crossSite && isStart
    ? withUnseen(jar, policy.names, providers)
    : jar;
}

/** Deletes the one-time cookie of a route, on success and on failure. */
function toConsumed(ctx: Context, route: Route): CookieChange | null {
  if (route.consumes === "challenge") return { role: "challenge", value: null };
  return route.consumes === "attempt" && ctx.attemptId !== null
    ? { role: "attempt", key: ctx.attemptId, value: null }
    : null;
}

function toAnswer(
  outcome: Outcome,
  ctx: Context,
  route: Route,
): Awaitable<Answer> {
  const { request } = ctx;
  const { error } = outcome;
  if (error && wantsData(outcome, ctx, route)) {
    return toJsonError(error, outcome, route);
  }
  switch (outcome.kind) {
    case "json":
      return {
        status: outcome.status,
        headers: [],
        body: { json: outcome.body, serialized: outcome.serialized },
      };
    case "file":
      return {
        status: 200,
        headers: [["cache-control", toCacheControl(outcome)]],
        body: { text: outcome.text, type: outcome.type },
      };
    case "page":
      return present(outcome.page, outcome.status, toPresentation(ctx));
    case "redirect":
      if (readWants(request) !== "html") {
        const { url } = outcome;
        const row = error === undefined ? null : toRow(error);
        return {
          // An error that a browser would be shown without a redirect keeps its
          // status.
          status: row?.kind === "direct" ? row.status : 200,
          headers: [["location", url]],
          body: { json: { url } },
        };
      }
      if (outcome.leaveFor !== undefined && isNavigation(request)) {
        const { url, leaveFor: provider } = outcome;
        return toLeaveAnswer({ url, provider }, ctx);
      }
      return toRedirect(outcome, ctx);
  }
}

/** Whether the client can use an error only as data. */
function wantsData(
  { kind }: Outcome,
  { request }: Context,
  { answers }: Route,
): boolean {
  const wants = readWants(request);
  return wants === "json" || answers !== undefined ||
    wants === "url" && kind === "page";
}

/** An empty fragment takes the place of one that a provider appended, which browsers would keep (Fetch section 4.3). */
function toRedirect(
  { url, status = 303 }: Outcome & { kind: "redirect" },
  { request: { action }, provider }: Context,
): Answer {
  const isBare = action !== "callback" || !isOAuth(provider) ||
    provider.source.appendsFragment !== true;
  const location = isBare || url.includes("#") ? url : `${url}#`;
  return { status, headers: [["location", location]], body: null };
}

/**
 * Shows the page that leaves for a provider. It is built here because only here
 * it is known that a browser will display it.
 */
async function toLeaveAnswer(
  names: { readonly url: string; readonly provider: string },
  ctx: Context,
): Promise<Answer> {
  return await present({ name: "leave", ...names }, 200, toPresentation(ctx));
}

function toPresentation({ settings, origin, request }: Context): Presentation {
  return {
    settings,
    origin: origin === "null" ? null : origin,
    acceptLanguage: request.header("accept-language"),
  };
}

function toCacheControl(
  { maxAge, isImmutable }: Outcome & { kind: "file" },
): string {
  return `public, max-age=${maxAge}${isImmutable ? ", immutable" : ""}`;
}
