/**
 * Sign-in and sign-out for frameworks that parse the form themselves and want
 * an error back as data, to show it next to the form field.
 *
 * @module
 */

import { handle } from "../../auth.ts";
import { type AuthConfig, raw } from "../../../config/config.ts";
import { randomText } from "../../../crypto/random.ts";
import { toPublicCode, toSentence } from "../../../errors/error_sentences.ts";
import {
  type AuthError,
  toAuthError,
  toPublicType,
  toRetryAfter,
  toRow,
} from "../../../errors/errors.ts";
import { InvalidField } from "../../../errors/password_errors.ts";
import { createLog } from "../../../runtime/log.ts";
import { createHostReference } from "../../../request/diagnosis/reference.ts";
import { recordReply } from "../current.ts";
import type { HostRequest } from "../host_request.ts";
import { findPrefix } from "../public_path.ts";
import { reportError } from "../../recover.ts";
import type { Reply } from "../../answer.ts";
import { type Incoming, toBasePath } from "../../../request/request_head.ts";
import type { Settings } from "../../../config/settings.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import { visitCsrfToken } from "./own_pages.ts";

/** A submitted form, and the action it is for. */
export interface FormAction {
  readonly action:
    | "signin"
    | "signout"
    | "verify-email"
    | "connect"
    | "signup"
    | "reset"
    | "new-password"
    | "password"
    | "factors";
  /** The id of the provider to sign in with. */
  readonly providerId?: string;
  /** The text fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The URL to redirect to afterwards, as the browser sees it. */
  readonly target?: string | null | undefined;
  /**
   * The path to redirect to if there is no target, as this application sees it.
   */
  readonly page?: string | undefined;
  /** Parameters for the provider's authorization endpoint. */
  readonly query?: URLSearchParams;
}

/** The reason a form was refused, in words that a page can show. */
export interface FormFailure {
  readonly status: number;
  /** The type of the error, or `Configuration` if it must not be disclosed. */
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  /** Seconds to wait before a retry, if a retry would help. */
  readonly retryAfter: number | null;
  /** The name of the field of a new user that was refused; null: it is about something else. */
  readonly field: string | null;
  /** The reference of the log line. */
  readonly ref: string;
  /**
   * Path of the page that shows the error if the form's own page cannot; null
   * if no page can.
   */
  readonly page: string | null;
  readonly error: AuthError;
}

/** The result of a submitted form. */
export type FormAnswer =
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "failed"; readonly failure: FormFailure };

/**
 * Sends a form to its route, with the CSRF token that the route requires. The
 * browser's origin headers are checked as usual. Errors of the route are
 * returned as data.
 *
 * @throws any error that is not the library's
 */
export async function answerForm(
  request: HostRequest<Incoming>,
  form: FormAction,
): Promise<FormAnswer> {
  const { incoming, getConfig } = request;
  let config: AuthConfig | null = null;
  let settings: Settings | null = null;
  try {
    const asData = config = { ...await getConfig(), raw };
    settings = resolveSettings(asData, incoming.env);
    const { value: csrfToken } = await visitCsrfToken(request);
    const asked = toIncoming(incoming, settings, { ...form, csrfToken });
    const reply = await handle(asked, () => asData);
    return { kind: "reply", reply: await recordReply(request.key, reply) };
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (error === null) throw thrown;
    // The pipeline does not log errors in raw mode, so this is the only log
    // line.
    const log = settings?.log ?? createLog(config?.logger ?? {}, false, []);
    const failed = { error, step: form.action, provider: form.providerId };
    const ref = settings === null
      ? randomText(6)
      : await createHostReference(settings, incoming, failed);
    const basePath = settings && toBasePath(settings, incoming.mount);
    const key = settings?.key ?? "";
    reportError({ log, key, isShown: true }, error, ref);
    return { kind: "failed", failure: toFailure(error, ref, basePath) };
  }
}

function toFailure(
  error: AuthError,
  ref: string,
  basePath: string | null,
): FormFailure {
  const row = toRow(error);
  const type = toPublicType(error);
  const code = toPublicCode(error);
  const retryAfter = toRetryAfter(error);
  const query = new URLSearchParams({ error: type, code: code ?? "", ref });
  return {
    status: retryAfter === null ? row.status : 429,
    type,
    code,
    message: toReason(error) ?? toSentence(error),
    field: error instanceof InvalidField ? error.field : null,
    retryAfter,
    ref,
    page: basePath && `${basePath}/error?${query}`,
    error,
  };
}

/** Returns what the application's schema says about a field; null: nothing. */
function toReason(error: AuthError): string | null {
  return error instanceof InvalidField ? error.reason : null;
}

/** Builds the request that the browser would have sent to the route itself. */
function toIncoming(
  incoming: Incoming,
  settings: Settings,
  { csrfToken, ...form }: FormAction & { readonly csrfToken: string },
): Incoming {
  const { action, providerId, fields, target, page, query } = form;
  const callbackUrl = target ??
    (page && findPrefix(settings, incoming) + page);
  const search = query && query.size > 0 ? `?${query}` : "";
  const route = toRoute(settings, action, providerId);
  const base = toBasePath(settings, incoming.mount);
  const path = providerId === undefined
    ? route
    : `${route}/${encodeURIComponent(providerId)}`;
  return {
    ...incoming,
    method: "POST",
    mount: base,
    target: `${base}/${path}${search}`,
    body: () =>
      Promise.resolve({
        kind: "parsed",
        value: {
          ...fields,
          ...(callbackUrl === undefined ? {} : { callbackUrl }),
          csrfToken,
        },
      }),
  };
}

/** Passwords go directly to the callback, which checks them. */
function toRoute(
  { providers }: Settings,
  action: string,
  providerId: string | undefined,
): string {
  const type: string | undefined = providers.get(providerId ?? "")?.type;
  return type === "credentials" ? "callback" : action;
}
