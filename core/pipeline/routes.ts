/**
 * The HTTP surface as one table.
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
import type { Context } from "../request/context.ts";
import {
  type AuthError,
  InvalidProvider,
  MethodNotAllowed,
  UnknownAction,
} from "../errors/errors.ts";
import { isOAuth } from "../providers/oauth_provider.ts";
import type { Outcome } from "../request/outcome.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { ACTIONS, isAuthAction } from "../request/request_head.ts";

/** One row: what runs, and what holds whether it succeeds or fails. */
export interface Route {
  readonly run: (ctx: Context) => Outcome | Promise<Outcome>;
  /** The form must prove that it comes from this origin. */
  readonly csrf?: boolean;
  /** One-time cookie that this route uses up, also when it fails. */
  readonly consumes?: "attempt" | "challenge";
  /** The form comes from another site: the browser keeps most cookies back. */
  readonly crossSite?: boolean;
  /** Whether this provider has the route. Default: yes. */
  readonly when?: (provider: ResolvedProvider | null) => boolean;
  /** Errors are answered as JSON whatever the client accepts: no person looks at it. */
  readonly answers?: "json";
}

/** Routes of a module that is loaded when the first of them is asked for. */
function later<N extends string>(
  load: () => Promise<Readonly<Record<N, Route["run"]>>>,
): (name: N) => Route["run"] {
  return (name) => async (ctx) => await (await load())[name](ctx);
}

const ofProvider = later(() => import("./provider_routes.ts"));
const ofPasskey = later(() => import("./passkey_routes.ts"));
const ofMail = later(() => import("./email_routes.ts"));

/** Providers that answer by a form of their own: state and attempt protect it. */
const formCallback: Route = {
  run: ofProvider("callbackForm"),
  consumes: "attempt",
  crossSite: true,
  when: (provider) => isOAuth(provider) && provider.formPost,
};

/** By method, action and, where the path names a provider, its type. HEAD is GET. */
const routes: Readonly<Record<string, Route>> = {
  "GET csrf": { run: csrf, answers: "json" },
  "GET providers": { run: providers, answers: "json" },
  "GET session": { run: session, answers: "json" },
  "POST session": { run: updateSession, csrf: true, answers: "json" },
  "GET signin": { run: signInPage },
  "POST signin": { run: signInChoice, csrf: true },
  // A passkey is not used by a form alone: its page brings the script.
  "POST signin webauthn": { run: signInChoice, csrf: true },
  "POST signin oauth": { run: ofProvider("signIn"), csrf: true },
  "POST signin oidc": { run: ofProvider("signIn"), csrf: true },
  // The form of the sign-in page is the way; this is for those who do not know it.
  "POST signin credentials": { run: signInChoice, csrf: true },
  "POST callback credentials": { run: ofProvider("signInHere"), csrf: true },
  "GET callback oauth": { run: ofProvider("callback"), consumes: "attempt" },
  "GET callback oidc": { run: ofProvider("callback"), consumes: "attempt" },
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
  "POST link oauth": { run: ofProvider("link"), csrf: true },
  "POST link oidc": { run: ofProvider("link"), csrf: true },
  "POST unlink oauth": { run: ofProvider("unlink"), csrf: true },
  "POST unlink oidc": { run: ofProvider("unlink"), csrf: true },
  "POST unlink webauthn": { run: ofPasskey("unlinkPasskey"), csrf: true },
  "GET signout": { run: signOutPage },
  "POST signout": { run: signOut, csrf: true },
  "GET error": { run: errorPage },
  "GET verify-request": { run: verifyRequestPage },
  "GET webauthn-options webauthn": {
    run: ofPasskey("webAuthnOptions"),
    answers: "json",
  },
  "GET webauthn-script": { run: ofPasskey("webAuthnScript") },
};

/** These may be asked with HEAD: they change nothing. */
const readable = ACTIONS.filter((action) => action !== "callback");

/** The route of a request. One that does not exist is a route that says so. */
export function findRoute(ctx: Context): Route {
  const { method, action, providerId, refusal } = ctx.request;
  if (refusal !== null) {
    return { ...refuse(refusal), ...toAnswers(routes[`GET ${action}`]) };
  }
  if (!isAuthAction(action)) {
    return refuse(new UnknownAction("No route has this path."));
  }
  if (providerId !== null && ctx.provider === null) {
    return refuse(new InvalidProvider("No such provider is configured."));
  }
  const path = [action, ctx.provider?.type].filter(Boolean).join(" ");
  const find = (method: string) =>
    toMethods(method, action)
      .map((one) => routes[`${one} ${path}`])
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

/** A refused request is answered in the form of the route that it was meant for. */
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
