/**
 * The HTTP routes as one table.
 *
 * @module
 */

import { csrf } from "../actions/csrf.ts";
import { errorPage } from "../actions/error.ts";
import { providers } from "../actions/providers.ts";
import { session, updateSession } from "../actions/session.ts";
import { signInChoice, signInPage } from "../actions/signin.ts";
import { signOut, signOutPage } from "../actions/signout.ts";
import { verifyRequestPage } from "../actions/email/verify_request.ts";
import type { Awaitable } from "../model/model.ts";
import type { Context } from "../request/context.ts";
import {
  type AuthError,
  InvalidProvider,
  MethodNotAllowed,
  UnknownAction,
} from "../errors/errors.ts";
import { isOAuth } from "../providers/oauth_provider.ts";
import {
  loadMailRoutes,
  loadPasskeyRoutes,
  loadProviderRoutes,
  preparing,
  type ProviderRoute,
} from "./prepare.ts";
import type { Outcome } from "../request/outcome.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { ACTIONS, isAuthAction } from "../request/actions.ts";
import type { Part } from "../storage/part.ts";
import { oncePerProcess } from "../storage/process_cache.ts";

/**
 * One row: the action to run, and the rules that hold whether it succeeds or
 * fails.
 */
export interface Route {
  readonly run: (ctx: Context) => Awaitable<Outcome>;
  /** Whether the form must prove that it comes from this origin. */
  readonly csrf?: boolean;
  /** The one-time cookie that this route uses up, even when it fails. */
  readonly consumes?: "attempt" | "challenge";
  /**
   * Whether the form comes from another site, so that the browser withholds
   * most cookies.
   */
  readonly crossSite?: boolean;
  /** Whether this provider has the route. Default: yes. */
  readonly when?: (provider: ResolvedProvider | null) => boolean;
  /**
   * Answers errors as JSON whatever the client accepts, since the client is
   * always a program; `oauth`: in the form of RFC 6749 section 5.2.
   */
  readonly answers?: "json" | "oauth";
}

/**
 * Defines routes of a module that is loaded on the first request to one of
 * them.
 */
function later<N extends string>(
  part: Part,
  load: () => Promise<Readonly<Record<N, Route["run"]>>>,
): (name: N) => Route["run"] {
  return (name) => async (ctx) =>
    await (await oncePerProcess(part, load))[name](ctx);
}

const ofProvider = later<ProviderRoute>("provider routes", loadProviderRoutes);
const ofPasskey = later("passkey routes", loadPasskeyRoutes);
const ofMail = later("email routes", loadMailRoutes);
const ofForm = later("form routes", () => import("../actions/resume.ts"));

/**
 * The callback of providers that answer with a form post: state and attempt
 * protect it.
 */
const formCallback: Route = {
  run: ofProvider("callbackForm"),
  consumes: "attempt",
  crossSite: true,
  when: (provider) => isOAuth(provider) && provider.formPost,
};

/** A sign-in that another site may ask for, if the application allows it. */
const initiate: Route = {
  run: ofProvider("initiate"),
  when: (provider) =>
    isOAuth(provider) && provider.source.type === "oidc" &&
    provider.source.initiate === true,
};

/**
 * The routes by method, action and, if the path names a provider, its type.
 * HEAD is handled as GET.
 */
export const routes: Readonly<Record<string, Route>> = {
  "GET csrf": { run: csrf, answers: "json" },
  "GET providers": { run: providers, answers: "json" },
  "GET session": { run: session, answers: "json" },
  "POST session": { run: updateSession, csrf: true, answers: "json" },
  "GET resume": { run: ofForm("resumePage") },
  // Its body is the form as it was kept, without a token. The URL has the form's
  // id, which no other site knows.
  "POST resume": { run: ofForm("resumeForm") },
  "GET signin": { run: preparing(signInPage) },
  "POST signin": { run: signInChoice, csrf: true },
  // A form alone cannot use a passkey: the page that this leads to loads the
  // script.
  "POST signin webauthn": { run: signInChoice, csrf: true },
  "POST signin oauth": { run: ofProvider("signIn"), csrf: true },
  "POST signin oidc": { run: ofProvider("signIn"), csrf: true },
  // The sign-in page posts passwords to the callback; this route serves other
  // clients.
  "POST signin credentials": { run: signInChoice, csrf: true },
  "POST callback credentials": { run: ofProvider("signInHere"), csrf: true },
  "GET callback oauth": { run: ofProvider("callback"), consumes: "attempt" },
  "GET callback oidc": { run: ofProvider("callback"), consumes: "attempt" },
  // A server sends this, without cookies; its signature protects it.
  "POST backchannel-logout oidc": {
    run: ofProvider("backchannelLogout"),
    answers: "oauth",
    when: (provider) =>
      isOAuth(provider) && provider.source.backchannelLogout !== false,
  },
  "POST callback webauthn": {
    run: ofPasskey("webAuthnCallback"),
    csrf: true,
    consumes: "challenge",
  },
  "POST callback oauth": formCallback,
  "POST callback oidc": formCallback,
  "POST signin email": { run: ofMail("requestMail"), csrf: true },
  "GET callback email": { run: ofMail("openMailLink") },
  "POST callback email": { run: ofMail("redeemMail"), csrf: true },
  "POST verify-email": { run: ofMail("verifyEmail"), csrf: true },
  "POST connect oauth": { run: ofProvider("connect"), csrf: true },
  "POST connect oidc": { run: ofProvider("connect"), csrf: true },
  "GET initiate oidc": initiate,
  "POST initiate oidc": initiate,
  "POST link oauth": { run: ofProvider("link"), csrf: true },
  "POST link oidc": { run: ofProvider("link"), csrf: true },
  "POST unlink oauth": { run: ofProvider("unlink"), csrf: true },
  "POST unlink oidc": { run: ofProvider("unlink"), csrf: true },
  "POST unlink webauthn": { run: ofPasskey("unlinkPasskey"), csrf: true },
  "GET signout": { run: signOutPage },
  "POST signout": { run: signOut, csrf: true },
  "GET signed-out": { run: ofProvider("signedOut") },
  "GET error": { run: errorPage },
  "GET verify-request": { run: verifyRequestPage },
  "GET passkey": { run: ofPasskey("passkeyPage") },
  "GET webauthn-options webauthn": {
    run: ofPasskey("webAuthnOptions"),
    answers: "json",
  },
  "GET webauthn-script": { run: ofPasskey("webAuthnScript") },
};

/** The same by method: finding one builds no text. */
const byMethod: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map(
  ["GET", "POST"].map((method) => {
    const own = Object.entries(routes)
      .filter(([name]) => name.startsWith(`${method} `))
      .map(([name, route]) => [name.slice(method.length + 1), route] as const);
    return [method, new Map(own)];
  }),
);

/** The actions that accept HEAD, as they change nothing. */
const readable = ACTIONS.filter((action) =>
  action !== "callback" && action !== "initiate"
);

/**
 * Finds the route of a request. An unknown path gives a route that fails with
 * the error.
 */
export function findRoute(ctx: Context): Route {
  const { method, action, providerId, refusal } = ctx.request;
  if (refusal !== null) {
    const route = routes[`GET ${action}`] ?? routes[`POST ${action} oidc`];
    return { ...refuse(refusal), ...toAnswers(route) };
  }
  if (!isAuthAction(action)) {
    return refuse(new UnknownAction("No route has this path."));
  }
  if (providerId !== null && ctx.provider === null) {
    return refuse(new InvalidProvider("No such provider is configured."));
  }
  const path = ctx.provider === null
    ? action
    : `${action} ${ctx.provider.type}`;
  const find = (method: string) =>
    toMethods(method, action)
      .map((one) => byMethod.get(one)?.get(path))
      .find((route) => route?.when?.(ctx.provider) ?? route !== undefined);
  const found = find(method);
  if (found !== undefined) return found;
  const allow = ["GET", "HEAD", "POST"].filter((one) =>
    find(one) !== undefined
  );
  return refuse(
    allow.length > 0
      ? new MethodNotAllowed(allow)
      : new UnknownAction("No route has this path."),
  );
}

function toMethods(method: string, action: string): readonly string[] {
  if (method === "HEAD") {
    return readable.some((one) => one === action) ? ["GET"] : [];
  }
  return method === "GET" || method === "POST" ? [method] : [];
}

/**
 * A refused request is answered in the format of the route it was meant for.
 */
function toAnswers(route: Route | undefined): Pick<Route, "answers"> {
  return route?.answers === undefined ? {} : { answers: route.answers };
}

function refuse(error: AuthError): Route {
  return {
    run: () => {
      throw error;
    },
  };
}
