/**
 * Sends visitors to sign in, and users to prove their identity again.
 *
 * @module
 */

import {
  type Guarded,
  keepGuardParams,
} from "../../../attempts/guard_params.ts";
import type { Settings } from "../../../config/settings.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import {
  cutTarget,
  MAX_TARGET,
  toHostTarget,
  withQuery,
} from "../../../http/redirects.ts";
import { writeCookies } from "../../../http/write_cookies.ts";
import { ENGLISH } from "../../../config/pages/page_words.ts";
import { acceptsHtml } from "../../../request/client.ts";
import { createUrls } from "../../../request/context.ts";
import {
  type Incoming,
  readHead,
  type RequestHead,
  toBasePath,
} from "../../../request/request_head.ts";
import { tellCut } from "../../../request/redirect_target.ts";
import { findPrefix } from "../public_path.ts";
import { leaveSilently, type SilentSignIn } from "./silent.ts";
import type { Answer } from "../../answer.ts";
import { toForbidden, toJsonRefusal } from "./answers.ts";
import {
  hasJustAsked,
  toChallenge,
  toUnproved,
  type Unmet,
} from "./step_up.ts";

/** A request that a guard stops, as it is read. */
export interface Stopped {
  readonly head: RequestHead;
  readonly settings: Settings;
}

/** The sign-in that a guard asks for. */
export interface Asking extends Omit<Guarded, "target"> {
  /** The page to send a browser to. */
  readonly page: string;
  /** The provider to ask before, without a page. */
  readonly silent?: SilentSignIn["silent"];
}

/** An answer, and the cookies that the sign-in needs. */
export interface SignInAnswer {
  readonly answer: Answer;
  readonly kept: readonly Cookie[];
}

/** Sends a browser to sign in and back; programs get 401. */
export async function askToSignIn(
  incoming: Incoming,
  { head, settings }: Stopped,
  asking: Asking,
): Promise<SignInAnswer> {
  const { page, silent, ...guarded } = asking;
  if (!acceptsHtml(incoming)) {
    const answer = toJsonRefusal(401, {
      error: "SignInRequired",
      message: "Sign in to see this.",
      url: toSignIn(page, head.origin, findPage(incoming, head)),
    });
    const kept = await keepParams(head, settings, { ...guarded, target: null });
    return { answer, kept };
  }
  const target = findWayBack(incoming, { head, settings }, asking);
  const sought = { silent, target, guarded };
  const left = await leaveSilently({ incoming, head, settings }, sought);
  const url = left.url ?? toSignIn(page, head.origin, target);
  // A provider that shows no page has asked the user for nothing.
  const confirmation = left.url === null ? guarded.confirmation : null;
  const asked = { ...guarded, confirmation, target };
  const stepUp = page === toSignInPage(settings, incoming)
    ? toStepUp(incoming, { head, settings }, asked)
    : null;
  const { answer, kept } = stepUp ??
    await redirectTo(url, { head, settings }, asked);
  return { answer, kept: [...left.cookies, ...kept] };
}

/** Sends a user to prove their identity again, and back, once; programs get 401. */
export async function askToConfirm(
  incoming: Incoming,
  { head, settings }: Stopped,
  { unmet, params }: Asking & { readonly unmet: Unmet },
): Promise<SignInAnswer> {
  const { confirmation } = unmet;
  const page = toSignInPage(settings, incoming);
  const error = confirmation.userId === null
    ? null
    : "InsufficientAuthentication";
  if (!acceptsHtml(incoming)) {
    const url = toSignIn(page, head.origin, findPage(incoming, head));
    const { demand } = confirmation;
    // Wherever the script leads the visitor back to.
    const guarded = { params, confirmation, target: null };
    return {
      answer: toChallenge(demand, withQuery(url, { error })),
      kept: await keepParams(head, settings, guarded),
    };
  }
  const asking = { page, params, confirmation };
  const target = findWayBack(incoming, { head, settings }, asking);
  if (await hasJustAsked({ head, settings }, target, unmet)) {
    const basePath = toBasePath(settings, incoming.mount);
    const model = toUnproved(head.origin, basePath, target);
    return { answer: await toForbidden(incoming, settings, model), kept: [] };
  }
  const url = withQuery(toSignIn(page, head.origin, target), { error });
  const asked = { ...asking, target };
  return toStepUp(incoming, { head, settings }, asked) ??
    await redirectTo(url, { head, settings }, asked);
}

/**
 * Redirects to the route that keeps what a guard demands, if the guard can set
 * no cookies itself; null if it can, or demands nothing.
 */
function toStepUp(
  incoming: Incoming,
  { head, settings }: Stopped,
  { target, confirmation = null }: Guarded,
): SignInAnswer | null {
  if (confirmation === null || incoming.isReadOnly !== true) return null;
  const { maxAge, acr, amr } = confirmation.demand;
  const url = createUrls(head.origin, toBasePath(settings, incoming.mount));
  const location = withQuery(url("step-up"), {
    callbackUrl: target,
    maxAge: maxAge === undefined ? null : `${maxAge}`,
    acr: acr?.join(" ") ?? null,
    amr: amr?.join(" ") ?? null,
  });
  return { answer: toRedirect(location), kept: [] };
}

/** Answers a user without permission. */
export async function askForAnother(
  incoming: Incoming,
  settings: Settings,
  role: unknown,
): Promise<Answer> {
  if (acceptsHtml(incoming)) return await toForbidden(incoming, settings);
  const head = readHead(incoming, settings);
  const url = createUrls(head.origin, toBasePath(settings, incoming.mount));
  return toJsonRefusal(403, {
    error: "AccessDenied",
    message: ENGLISH.words.forbidden,
    url: withQuery(url("signin"), {
      another: "1",
      callbackUrl: findPage(incoming, head),
    }),
    ...(role === undefined ? {} : { required: { role } }),
  });
}

/** Finds the page whose script sent a request; null if it is not one of this site. */
function findPage(
  incoming: Incoming,
  { origin }: RequestHead,
): string | null {
  const referer = incoming.header("referer") ?? "";
  if (!URL.canParse(referer)) return null;
  const { origin: from, pathname, search } = new URL(referer);
  return from === origin ? pathname + search : null;
}

async function redirectTo(
  location: string,
  { head, settings }: Stopped,
  guarded: Guarded,
): Promise<SignInAnswer> {
  const kept = await keepParams(head, settings, guarded);
  return { answer: toRedirect(location), kept };
}

function toRedirect(location: string): Answer {
  return { status: 303, headers: [["location", location]], body: null };
}

/** Returns the application's page, unless it is rendered at the built-in one. */
export function toSignInPage(
  settings: Settings,
  { mount }: Pick<Incoming, "mount">,
): string {
  const { signIn } = settings.pages;
  return typeof signIn === "string"
    ? signIn
    : `${toBasePath(settings, mount)}/signin`;
}

/** Returns the URL of the sign-in page, with a callback URL if there is one. */
function toSignIn(
  page: string,
  origin: string,
  callbackUrl: string | null,
): string {
  const url = toHostTarget(page, origin) ?? `${origin}/`;
  return withQuery(url, { callbackUrl });
}

/**
 * Finds the target of the sign-in: this page, if it can be opened again. What
 * does not fit in the attempt's cookie beside what is asked for is cut off.
 */
function findWayBack(
  incoming: Incoming,
  { head: { origin }, settings }: Stopped,
  { params, confirmation = null }: Asking,
): string | null {
  const { method } = incoming;
  const target = findPrefix(settings, incoming) + incoming.target;
  const isReadable = method === "GET" || method === "HEAD";
  const more = [params, confirmation ?? {}].filter((one) => !isEmpty(one));
  if (!isReadable || !URL.canParse(target, origin)) return null;
  const room = MAX_TARGET - (more.length && JSON.stringify(more).length);
  if (target.length <= room) return target;
  const cut = cutTarget(new URL(target, origin), room);
  const kept = cut && cut.pathname + cut.search;
  tellCut({ origin, settings }, target, { target: kept, limit: room });
  return kept;
}

/** Makes the cookie that carries what the guard asks for to the sign-in. */
async function keepParams(
  head: RequestHead,
  settings: Settings,
  guarded: Guarded,
): Promise<readonly Cookie[]> {
  const { params, confirmation = null } = guarded;
  if (isEmpty(params) && confirmation === null) return [];
  const change = await keepGuardParams(head, settings, guarded);
  return writeCookies([change], head.jar, head.policy);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
