import type { Theme } from "../config/config.ts";
import type { Context } from "../request/context.ts";
import type { Cookie } from "../http/cookie_policy.ts";
import {
  type CookieChange,
  type CookieJar,
  withUnseen,
} from "../http/cookies.ts";
import { randomText } from "../crypto/random.ts";
import { toPublicCode, toSentence } from "../errors/error_sentences.ts";
import {
  type AuthError,
  MethodNotAllowed,
  toPublicType,
  toRetryAfter,
  toRow,
} from "../errors/errors.ts";
import { type HeaderList, NO_STORE, SAFE } from "../http/headers.ts";
import type { Outcome, PageModel } from "../request/outcome.ts";
import { loadLanguage } from "../pages/page_language.ts";
import { renderPage } from "../pages/render.ts";
import type { Route } from "./routes.ts";
import { writeCookies } from "../http/write_cookies.ts";

/** An answer as HTTP data, complete enough to be sent as it is. */
export interface Reply {
  readonly status: number;
  readonly headers: HeaderList;
  readonly cookies: readonly Cookie[];
  /** The body, serialised last. */
  readonly body: ReplyBody;
}

/** The body of an answer: a value, a page, a text, or nothing. */
export type ReplyBody =
  | { readonly json: unknown }
  | { readonly html: string }
  | { readonly text: string; readonly type: string }
  | null;

/** Turns an outcome into an HTTP reply. */
export async function toReply(
  outcome: Outcome,
  ctx: Context,
  route: Route,
): Promise<Reply> {
  const answer = await toAnswer(outcome, ctx, route);
  const isHead = ctx.request.method === "HEAD";
  const changes = [...outcome.cookies, ...toConsumed(ctx, route)];
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
  { jar, policy }: Context,
  route: Route,
): CookieJar {
  const isStart = changes.some(({ role, value }) =>
    role === "session" && value !== null
  );
  return route.crossSite && isStart ? withUnseen(jar, policy.names) : jar;
}

/** Deletes the one-time cookie of a route, on success and on failure. */
function toConsumed(ctx: Context, route: Route): readonly CookieChange[] {
  if (route.consumes === "challenge") {
    return [{ role: "challenge", value: null }];
  }
  return route.consumes === "attempt" && ctx.attemptId !== null
    ? [{ role: "attempt", key: ctx.attemptId, value: null }]
    : [];
}

type Answer = Pick<Reply, "status" | "body"> & { readonly headers: HeaderList };

async function toAnswer(
  outcome: Outcome,
  ctx: Context,
  route: Route,
): Promise<Answer> {
  const { wants, isNavigation } = ctx.request;
  const { theme } = ctx.settings;
  const { error } = outcome;
  const wantsData = wants === "json" || route.answers === "json" ||
    wants === "url" && outcome.kind === "page";
  if (error !== undefined && wantsData) return toJsonError(error, outcome.ref);
  switch (outcome.kind) {
    case "json":
      return {
        status: outcome.status,
        headers: [],
        body: { json: outcome.body },
      };
    case "file":
      return {
        status: 200,
        headers: [
          ["cache-control", toCacheControl(outcome)],
        ],
        body: { text: outcome.text, type: outcome.type },
      };
    case "page":
      return toPageAnswer(outcome.page, outcome.status, theme);
    case "redirect":
      if (wants !== "html") {
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
      if (outcome.leaveFor !== undefined && isNavigation) {
        const { url, leaveFor: provider } = outcome;
        return await toLeaveAnswer({ url, provider }, ctx);
      }
      return { status: 303, headers: [["location", outcome.url]], body: null };
  }
}

/**
 * Shows the page that leaves for a provider. It is built here because only here
 * it is known that a browser will display it.
 */
async function toLeaveAnswer(
  names: { readonly url: string; readonly provider: string },
  { request, settings }: Context,
): Promise<Answer> {
  const language = await loadLanguage(request.acceptLanguage);
  const page = { name: "leave", language, ...names } as const;
  return toPageAnswer(page, 200, settings.theme);
}

/**
 * Returns a built-in page as an answer, under a content security policy that
 * allows just that page.
 */
export function toPageAnswer(
  page: PageModel,
  status: number,
  theme: Theme = {},
): Answer {
  const nonce = randomText(16);
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...toScriptPolicy(page, nonce),
    `img-src 'self' data:${toLogoSources(theme)}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  return {
    status,
    headers: [
      ["content-security-policy", policy],
      ["cross-origin-opener-policy", "same-origin"],
      ["x-frame-options", "DENY"],
    ],
    body: { html: renderPage(page, nonce, theme) },
  };
}

function toCacheControl(
  { maxAge, isImmutable }: Outcome & { kind: "file" },
): string {
  return `public, max-age=${maxAge}${isImmutable ? ", immutable" : ""}`;
}

/**
 * Allows a script on the page with passkeys only: our one script tag, which may
 * connect to this site alone.
 */
function toScriptPolicy(page: PageModel, nonce: string): readonly string[] {
  const hasScript = page.name === "signIn" && Boolean(page.passkeys);
  return hasScript ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : [];
}

/**
 * Returns an error for a program: a fitting status, and a message that it can
 * show.
 */
function toJsonError(error: AuthError, ref: string | undefined): Answer {
  const row = toRow(error);
  const code = toPublicCode(error);
  const message = toSentence(error);
  return {
    // A 503 means that the overload is on our side.
    status: toRetryAfter(error) === null || row.status >= 500
      ? row.status
      : 429,
    headers: [],
    body: { json: { error: toPublicType(error), code, message, ref } },
  };
}

/**
 * Returns the origins of the application's logos as sources, after a space:
 * nothing else is loaded from elsewhere. One with characters that have a meaning
 * in the policy syntax is left out.
 */
function toLogoSources({ logo = "" }: Theme): string {
  const logos = typeof logo === "string" ? [logo] : [logo.light, logo.dark];
  const origins = logos.filter((one) => /^https:/i.test(one))
    .map((one) => new URL(one).origin)
    .filter((origin) => /^https:\/\/[\w.:[\]-]+$/.test(origin));
  return [...new Set(origins)].map((origin) => ` ${origin}`).join("");
}
