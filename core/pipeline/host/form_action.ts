/**
 * Signing in and out for frameworks that have read the form themselves and want
 * a refusal back as data, to show it beside the field that is wrong.
 *
 * @module
 */

import { handle } from "../auth.ts";
import {
  type AuthConfig,
  type ConfigSource,
  raw,
} from "../../config/config.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import { randomText } from "../../crypto/random.ts";
import { toPublicCode, toSentence } from "../../errors/error_sentences.ts";
import {
  type AuthError,
  toAuthError,
  toPublicType,
  toRetryAfter,
  toRow,
} from "../../errors/errors.ts";
import { createLog } from "../../runtime/log.ts";
import { findPrefix } from "./public_path.ts";
import { reportError } from "../recover.ts";
import type { Reply } from "../reply.ts";
import { type Incoming, toBasePath } from "../../request/request_head.ts";
import { resolveSettings, type Settings } from "../../config/settings.ts";
import { resolveConfig, type Visit, visitCsrfToken } from "./session_access.ts";

/** What somebody asks for with a form. */
export interface FormAction {
  readonly action: "signin" | "signout" | "verify-email";
  /** Who to sign in with. */
  readonly providerId: string | null;
  /** The text fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where it leads, as the browser sees it. */
  readonly target?: string | null | undefined;
  /** Where it leads without a target: a path as this application sees it. */
  readonly page?: string | undefined;
  /** What goes to the provider's authorization endpoint. */
  readonly query: URLSearchParams;
}

/** Why a form was refused, in words that a page can show. */
export interface FormFailure {
  readonly status: number;
  /** The type of the error, or `Configuration` where that is nobody's business. */
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  /** Seconds to wait for, where that would help. */
  readonly retryAfter: number | null;
  /** Names the line of the log. */
  readonly ref: string;
  /** Path of the page that says it, for where the form's own page cannot be shown; null if nothing can. */
  readonly page: string | null;
  readonly error: AuthError;
}

/** What became of a form. */
export type FormAnswer =
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "failed"; readonly failure: FormFailure };

/**
 * Takes a form to the route that it is for, with the token that the route asks
 * for: what the browser says about the form's origin is checked as ever. What
 * the route throws comes back as data.
 *
 * @param request the framework's request object
 * @throws what is no error of the library
 */
export async function answerForm<R extends object>(
  request: R,
  incoming: Incoming,
  source: ConfigSource<R>,
  form: FormAction,
): Promise<FormAnswer> {
  let config: AuthConfig | null = null;
  let settings: Settings | null = null;
  try {
    const asData = config = { ...await resolveConfig(source, request), raw };
    settings = resolveSettings(asData, incoming.env);
    const csrf = await visitCsrfToken(request, incoming, source);
    const asked = await toIncoming(incoming, settings, form, csrf);
    return { kind: "reply", reply: await handle(asked, () => asData) };
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (error === null) throw thrown;
    // Nobody else has seen it: the pipeline leaves it to whoever asked for data.
    const log = settings?.log ?? createLog(config?.logger ?? {}, false, []);
    const ref = randomText(6);
    reportError(log, error, ref);
    return { kind: "failed", failure: toFailure(error, ref, settings) };
  }
}

/** Options of a mail that verifies an address. */
export interface VerifyEmailOptions {
  /** Where to go once the address is verified: a path, or a URL of this site. Default: the site's root. */
  readonly callbackUrl?: string | undefined;
}

/**
 * Sends a mail that verifies the current user's address, from a page of the
 * host's.
 *
 * @param request the framework's request object
 * @returns where to send the browser: the page that takes the mail's code, or
 * the target if the address is verified already
 * @throws SignInRequired, RateLimited, and what else the route answers with
 */
export async function askToVerifyEmail<R extends object>(
  request: R,
  incoming: Incoming,
  source: ConfigSource<R>,
  { callbackUrl }: VerifyEmailOptions,
): Promise<Visit<string>> {
  const answer = await answerForm(
    request,
    { ...incoming, header: (name) => toPageHeader(incoming, name) },
    source,
    {
      action: "verify-email",
      providerId: null,
      fields: {},
      target: callbackUrl,
      query: new URLSearchParams(),
    },
  );
  if (answer.kind === "failed") throw answer.failure.error;
  const { headers, cookies } = answer.reply;
  const [, value = ""] = headers.find(([name]) => name === "location") ?? [];
  return { value, cookies };
}

/** Whatever the host's own route answers, this one is asked for where to go. */
function toPageHeader(incoming: Incoming, name: string): string | null {
  if (name === "accept") return "text/html";
  return name === "x-auth-return-redirect" ? null : incoming.header(name);
}

function toFailure(
  error: AuthError,
  ref: string,
  settings: Settings | null,
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
    message: toSentence(error),
    retryAfter,
    ref,
    page: settings && `${toBasePath(settings, null)}/error?${query}`,
    error,
  };
}

/** The request as it would be, had the form been sent to the route itself. */
async function toIncoming(
  incoming: Incoming,
  settings: Settings,
  { action, providerId, fields, target, page, query }: FormAction,
  csrf: { readonly value: string; readonly cookies: readonly Cookie[] },
): Promise<Incoming> {
  const callbackUrl = target ??
    (page && await findPrefix(settings, incoming) + page);
  const search = query.size > 0 ? `?${query}` : "";
  const route = toRoute(settings, action, providerId);
  const path = providerId === null
    ? route
    : `${route}/${encodeURIComponent(providerId)}`;
  // A token that was made just now has a cookie which the browser lacks as yet.
  const made = csrf.cookies.map(({ name, value }) => `${name}=${value}`);
  const cookies = [...made, incoming.header("cookie") ?? ""].join("; ");
  return {
    ...incoming,
    method: "POST",
    mount: null,
    target: `${toBasePath(settings, null)}/${path}${search}`,
    header: (name) => name === "cookie" ? cookies : incoming.header(name),
    body: () =>
      Promise.resolve({
        kind: "parsed",
        value: {
          ...fields,
          ...(callbackUrl === undefined ? {} : { callbackUrl }),
          csrfToken: csrf.value,
        },
      }),
  };
}

/** Passwords go straight to where they are proved. */
function toRoute(
  { providers }: Settings,
  action: string,
  providerId: string | null,
): string {
  const type: string | undefined = providers.get(providerId ?? "")?.type;
  return type === "credentials" ? "callback" : action;
}
