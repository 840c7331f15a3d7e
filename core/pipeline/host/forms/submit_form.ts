/**
 * Forms that a page of the application answers: it gets the result as data, and
 * redirects by itself.
 *
 * @module
 */

import { ConfigurationError } from "../../../errors/errors.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import type { Incoming } from "../../../request/request_head.ts";
import type { HostRequest } from "../host_request.ts";
import type { Visit } from "../session_access.ts";
import type { Reply } from "../../answer.ts";
import {
  answerForm,
  type FormAction,
  type FormAnswer,
  type FormFailure,
} from "./form_action.ts";
import type {
  FormFields,
  FormResult,
  SubmitOptions,
  VerifyEmailOptions,
} from "./form_types.ts";

/**
 * Sends a mail that verifies the current user's address, from a page of the
 * application.
 *
 * @returns the URL to redirect to: the page that takes the mail's code, or the
 * target if the address is verified already
 * @throws SignInRequired, RateLimited, and the other errors of the route
 */
export async function askToVerifyEmail(
  request: HostRequest<Incoming>,
  { callbackUrl }: VerifyEmailOptions,
): Promise<Visit<string>> {
  return await sendForm(request, {
    action: "verify-email",
    target: callbackUrl,
  });
}

/**
 * Sends a form to its route, for a page of the application.
 *
 * @returns the URL to redirect to
 * @throws the errors of the route
 */
export async function sendForm(
  request: HostRequest<Incoming>,
  form: FormAction,
): Promise<Visit<string>> {
  const answer = await answerPageForm(request, form);
  if (answer.kind === "failed") throw answer.failure.error;
  return { value: toLocation(answer.reply), cookies: answer.reply.cookies };
}

/** Answers a form as if a page had sent it to its route. */
async function answerPageForm(
  request: HostRequest<Incoming>,
  form: FormAction,
): Promise<FormAnswer> {
  const header = (name: string) => toPageHeader(request.incoming, name);
  const incoming = { ...request.incoming, header };
  return await answerForm({ ...request, incoming }, form);
}

function toLocation({ headers }: Reply): string {
  const [, value = ""] = headers.find(([name]) => name === "location") ?? [];
  return value;
}

/**
 * Makes the route answer with a redirect, whatever format the application's own
 * route answers in.
 */
function toPageHeader(incoming: Incoming, name: string): string | null {
  if (name === "accept") return "text/html";
  // A navigation would get a page that leaves for the provider.
  if (name === "sec-fetch-mode") return "same-origin";
  return name === "x-auth-return-redirect" ? null : incoming.header(name);
}

/** A form of the application's, before its fields are read. */
export interface AppForm extends SubmitOptions {
  readonly action: FormAction["action"];
}

/**
 * Sends a form of the application to its route. Refusals come back as data.
 *
 * @throws ConfigurationError for a request that no form sent, and any error that
 * is not the library's
 */
export async function submitForm(
  request: HostRequest<Incoming>,
  { action, provider, redirectTo, fields, params }: AppForm,
): Promise<
  { readonly result: FormResult; readonly cookies: readonly Cookie[] }
> {
  assertSent(request.incoming, action);
  const { callbackUrl, ...texts } = toTexts(fields);
  const answer = await answerPageForm(request, {
    action,
    ...(provider === undefined ? {} : { providerId: provider }),
    fields: texts,
    target: redirectTo ?? callbackUrl,
    ...(params === undefined ? {} : { query: new URLSearchParams(params) }),
  });
  if (answer.kind === "failed") {
    return {
      result: { url: null, error: toError(answer.failure) },
      cookies: [],
    };
  }
  const { cookies } = answer.reply;
  return { result: { url: toLocation(answer.reply), error: null }, cookies };
}

/**
 * Makes sure that a form was sent: whatever opens a page, such as a link or a
 * browser that looks ahead, would otherwise sign people in and out.
 */
function assertSent({ method }: Incoming, action: string): void {
  if (!/^(?:GET|HEAD)$/.test(method)) return;
  throw new ConfigurationError([
    `"${action}" was asked for in a ${method} request. Only a form may ask for it: call it for a POST request, or lead a link to the page of the auth routes.`,
  ]);
}

/** Returns the texts of a form; its files are left out. */
function toTexts(fields: FormFields = {}): Record<string, string> {
  const entries = fields instanceof FormData
    ? [...fields]
    : Object.entries(fields);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    ),
  );
}

function toError(
  { type, code, message, field, retryAfter, status, ref }: FormFailure,
): NonNullable<FormResult["error"]> {
  return { type, code, message, field, retryAfter, status, ref };
}
