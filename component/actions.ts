import type {
  FormAction,
  FormFailure,
} from "../core/pipeline/host/forms/form_action.ts";
import { NO_STORE } from "../core/http/headers.ts";
import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import type { Reply } from "../core/pipeline/answer.ts";
import { isAuthAction } from "../core/request/actions.ts";
import type {
  ConnectFields,
  SignInFields,
  SignOutFields,
  TargetFields,
} from "./fields.ts";
import {
  isDataRequest,
  isOfScript2,
  toIncoming,
  toPage,
  toRequest,
} from "./incoming.ts";
import { redirect, send, write } from "./send.ts";
import { getSession, SHARED_GUARD } from "./session.ts";
import type {
  ActionResult,
  ComponentAuthSource,
  ComponentEvent,
  ConnectResult,
  SignInResult,
  SignOutResult,
  VerifyEmailResult,
} from "./types.ts";

/** The event of an action, which can refuse a form. */
export interface ActionEvent extends ComponentEvent {
  /** Returns the form to its page, with the errors. */
  fail(status: number, data: object): unknown;
}

/**
 * Signs in with any provider: redirects to it, or starts the session
 * immediately.
 */
export async function signIn(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { providerId, redirectTo, options, authorizationParams, silent }:
    SignInFields,
): Promise<SignInResult> {
  return await submit(ev, source, {
    action: "signin",
    providerId,
    fields: silent ? { ...options, silent: "true" } : options,
    target: redirectTo ?? findTarget(ev),
    page: toPage(ev),
    query: new URLSearchParams(authorizationParams),
  });
}

/** Ends the session. */
export async function signOut(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { redirectTo, told }: SignOutFields,
): Promise<SignOutResult> {
  return await submit(ev, source, {
    action: "signout",
    fields: told,
    target: redirectTo,
    page: toOpenPage(ev),
  });
}

/** Sends a mail that verifies the current user's address. */
export async function verifyEmail(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { redirectTo }: TargetFields,
): Promise<VerifyEmailResult> {
  return await submit(ev, source, {
    action: "verify-email",
    target: redirectTo,
    page: toPage(ev),
  });
}

/** Redirects to a provider, where the current user grants scopes. */
export async function connect(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { providerId, grant, redirectTo }: ConnectFields,
): Promise<ConnectResult> {
  return await submit(ev, source, {
    action: "connect",
    providerId,
    fields: grant,
    target: redirectTo,
    page: toPage(ev),
  });
}

/**
 * Returns the `callbackUrl` that the application's own sign-in page received;
 * the pipeline checks it.
 */
export function findTarget(ev: ComponentEvent): string | null {
  return ev.url.searchParams.get("callbackUrl") || null;
}

/**
 * Returns the page that the form is on, unless only signed-in users may see it.
 */
function toOpenPage(ev: ComponentEvent): string {
  return ev.sharedMap.has(SHARED_GUARD) ? ev.basePathname ?? "/" : toPage(ev);
}

/** Returns the errors of single fields; none: the error is about the whole form. */
export type ToFieldErrors = (
  failure: FormFailure,
) => Readonly<Record<string, string[]>>;

/** A form, and which of its fields an error is about. */
export interface ShownForm extends FormAction {
  readonly toErrors?: ToFieldErrors;
}

/** Sends a form to its route; a refusal comes back as the result of the action. */
export async function submit(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { toErrors = toProviderErrors, ...form }: ShownForm,
): Promise<Record<never, never>> {
  const { answerForm } = await loadPipeline();
  const request = toRequest(ev, toIncoming(ev), source);
  const answer = await answerForm(request, form);
  return answer.kind === "failed"
    ? await refuse(ev, source, { ...answer, toErrors })
    : leave(ev, answer.reply);
}

/** Returns a refused form to its page. */
export async function refuse(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { failure, toErrors }: {
    readonly failure: FormFailure;
    readonly toErrors: ToFieldErrors;
  },
): Promise<object> {
  const { status, retryAfter, page } = failure;
  if (status >= 500 && page !== null && !await canReadSession(ev, source)) {
    // The form's own page would fail as well, without an explanation.
    const headers = [...NO_STORE, ["location", page] as const];
    throw send(ev, { status: 303, headers, cookies: [], body: null });
  }
  if (retryAfter !== null) ev.headers.set("retry-after", `${retryAfter}`);
  return ev.fail(status, toResult(failure, toErrors(failure))) as object;
}

function canReadSession(
  ev: ComponentEvent,
  source: ComponentAuthSource,
): Promise<boolean> {
  return getSession(ev, source).then(() => true, () => false);
}

function toProviderErrors(
  { type }: FormFailure,
): ReturnType<ToFieldErrors> {
  return type === "InvalidProvider"
    ? { providerId: ["Choose how to sign in."] }
    : {};
}

function toResult(
  { type, code, message, retryAfter, ref }: FormFailure,
  fieldErrors: ReturnType<ToFieldErrors>,
): ActionResult<string> {
  return {
    failed: true,
    fieldErrors,
    formErrors: Object.keys(fieldErrors).length > 0 ? [] : [message],
    type,
    ...(code === null ? {} : { code }),
    ...(retryAfter === null ? {} : { retryAfter }),
    ref,
  };
}

/**
 * Redirects the browser. A form without JavaScript gets the reply as it is.
 * Qwik's script follows redirects by itself, but only to Qwik pages, and
 * without their fragment; it opens the `location` of a reply that is not a
 * redirect as a page. (It would not reload the page that is already open.)
 */
export function leave(ev: ActionEvent, reply: Reply): Record<never, never> {
  const location = reply.headers.find(([name]) => name === "location")?.[1];
  if (location === undefined || !isDataRequest(ev) || isOfScript2(ev)) {
    throw send(ev, reply);
  }
  write(ev, reply);
  const url = new URL(location, ev.request.url);
  const path = url.pathname + url.search;
  const isPage = url.origin === new URL(ev.request.url).origin &&
    !url.pathname.split("/").some(isAuthAction);
  const isPart = url.hash !== "" && path !== toPage(ev);
  if (isPage && !isPart) throw redirect(ev, path);
  return {};
}
