/**
 * The HTTP routes as one table.
 *
 * @module
 */

import { backchannelLogout } from "../actions/backchannel_logout.ts";
import { callback, callbackForm } from "../actions/callback.ts";
import { connect } from "../actions/connect.ts";
import { signInHere } from "../actions/credentials.ts";
import { csrf } from "../actions/csrf.ts";
import { signIn } from "../actions/depart.ts";
import { requestMail } from "../actions/email/ask_for_mail.ts";
import { openMailLink, redeemMail } from "../actions/email/redeem_mail.ts";
import { verifyEmail } from "../actions/email/verify_email.ts";
import { verifyRequestPage } from "../actions/email/verify_request.ts";
import { errorPage } from "../actions/error.ts";
import { initiate } from "../actions/initiate.ts";
import { link } from "../actions/link.ts";
import { passkeyPage } from "../actions/passkey/passkey_page.ts";
import { unlinkPasskey } from "../actions/passkey/unlink_passkey.ts";
import { webAuthnCallback } from "../actions/passkey/webauthn_callback.ts";
import { webAuthnOptions } from "../actions/passkey/webauthn_options.ts";
import { webAuthnScript } from "../actions/passkey/webauthn_script.ts";
import {
  askToReset,
  askToSignUp,
  resetPage,
  signUpPage,
} from "../actions/password/ask.ts";
import {
  choosePassword,
  newPasswordPage,
} from "../actions/password/new_password.ts";
import { providers } from "../actions/providers.ts";
import { resumePage, sendFormAgain } from "../actions/resume.ts";
import { session, updateSession } from "../actions/session.ts";
import { signInChoice, signInPage } from "../actions/signin.ts";
import { signedOut } from "../actions/signed_out.ts";
import { signOut, signOutPage } from "../actions/signout.ts";
import { stepUp } from "../actions/step_up.ts";
import { unlink } from "../actions/unlink.ts";
import type { Awaitable } from "../model/model.ts";
import type { Context } from "../request/context.ts";
import {
  type AuthError,
  InvalidProvider,
  MethodNotAllowed,
  UnknownAction,
} from "../errors/errors.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import { accountRoutes } from "./account_routes.ts";
import { factorRoutes } from "./factor_routes.ts";
import { preparing } from "./prepare.ts";
import type { Outcome } from "../request/outcome.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { ACTIONS, isAuthAction } from "../request/actions.ts";

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
 * The callback of providers that answer with a form post: state and attempt
 * protect it.
 */
const formCallback: Route = {
  run: callbackForm,
  consumes: "attempt",
  crossSite: true,
  when: (provider) => isOAuth(provider) && provider.formPost,
};

/** A sign-in that another site may ask for, if the application allows it. */
const initiated: Route = {
  run: initiate,
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
  "GET resume": { run: resumePage },
  // Its body is the form as it was kept, without a token. The URL has the form's
  // id, which no other site knows.
  "POST resume": { run: sendFormAgain },
  "GET step-up": { run: stepUp },
  "GET signin": { run: preparing(signInPage) },
  "POST signin": { run: signInChoice, csrf: true },
  // A form alone cannot use a passkey: the page that this leads to loads the
  // script.
  "POST signin webauthn": { run: signInChoice, csrf: true },
  "POST signin oauth": { run: signIn, csrf: true },
  "POST signin oidc": { run: signIn, csrf: true },
  // The sign-in page posts passwords to the callback; this route serves other
  // clients.
  "POST signin credentials": { run: signInChoice, csrf: true },
  "POST callback credentials": { run: signInHere, csrf: true },
  "GET callback oauth": { run: callback, consumes: "attempt" },
  "GET callback oidc": { run: callback, consumes: "attempt" },
  // A server sends this, without cookies; its signature protects it.
  "POST backchannel-logout oidc": {
    run: backchannelLogout,
    answers: "oauth",
    when: (provider) =>
      isOAuth(provider) && provider.source.backchannelLogout !== false,
  },
  "POST callback webauthn": {
    run: webAuthnCallback,
    csrf: true,
    consumes: "challenge",
  },
  "POST callback oauth": formCallback,
  "POST callback oidc": formCallback,
  "POST signin email": { run: requestMail, csrf: true },
  "GET callback email": { run: openMailLink },
  "POST callback email": { run: redeemMail, csrf: true },
  "POST verify-email": { run: verifyEmail, csrf: true },
  "POST connect oauth": { run: connect, csrf: true },
  "POST connect oidc": { run: connect, csrf: true },
  "GET initiate oidc": initiated,
  "POST initiate oidc": initiated,
  "POST link oauth": { run: link, csrf: true },
  "POST link oidc": { run: link, csrf: true },
  "POST unlink oauth": { run: unlink, csrf: true },
  "POST unlink oidc": { run: unlink, csrf: true },
  "POST unlink webauthn": { run: unlinkPasskey, csrf: true },
  "GET signout": { run: signOutPage },
  "POST signout": { run: signOut, csrf: true },
  "GET signed-out": { run: signedOut },
  "GET error": { run: errorPage },
  "GET verify-request": { run: verifyRequestPage },
  "GET signup": { run: signUpPage },
  "POST signup": { run: askToSignUp, csrf: true },
  "GET reset": { run: resetPage },
  "POST reset": { run: askToReset, csrf: true },
  "GET new-password": { run: newPasswordPage },
  "POST new-password": { run: choosePassword, csrf: true },
  ...accountRoutes,
  ...factorRoutes,
  "GET passkey": { run: passkeyPage },
  "GET webauthn-options webauthn": {
    run: webAuthnOptions,
    answers: "json",
  },
  "GET webauthn-script": { run: webAuthnScript },
};

/** The same routes by method: finding one builds no string. */
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
  action !== "callback" && action !== "initiate" && action !== "new-password"
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
