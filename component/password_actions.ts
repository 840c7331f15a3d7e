/**
 * The form actions of users whose passwords the adapter stores.
 *
 * @module
 */

import type { FormFailure } from "../core/pipeline/host/forms/form_action.ts";
import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import type { Reply } from "../core/pipeline/answer.ts";
import {
  type ActionEvent,
  findTarget,
  leave,
  refuse,
  submit,
} from "./actions.ts";
import { toIncoming, toPage, toRequest } from "./incoming.ts";
import type { FormFields } from "./password_fields.ts";
import { write } from "./send.ts";
import type { ComponentAuthSource } from "./types.ts";
import type {
  ChangePasswordResult,
  FactorsResult,
  NewPasswordResult,
  ResetResult,
  SignUpResult,
} from "./password_types.ts";

/** Sends a mail with which its reader creates an account. */
export async function signUp(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { fields, redirectTo }: FormFields,
): Promise<SignUpResult> {
  const way = toWay(ev, redirectTo);
  return await submit(ev, source, {
    action: "signup",
    fields,
    ...way,
    toErrors,
  });
}

/** Sends a mail with which its reader chooses a new password. */
export async function reset(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { fields, redirectTo }: FormFields,
): Promise<ResetResult> {
  const way = toWay(ev, redirectTo);
  return await submit(ev, source, {
    action: "reset",
    fields,
    ...way,
    toErrors,
  });
}

/** Stores the password that is chosen after a mail, and signs in. */
export async function choosePassword(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { fields, redirectTo }: FormFields,
): Promise<NewPasswordResult> {
  const { searchParams } = ev.url;
  const proof = ["token", "state"].map((name) =>
    [name, fields[name] || (searchParams.get(name) ?? "")] as const
  );
  return await submit(ev, source, {
    action: "new-password",
    fields: { password: "", ...fields, ...Object.fromEntries(proof) },
    target: redirectTo ?? findTarget(ev),
    // The page of the form has nothing more to show.
    page: ev.basePathname ?? "/",
    toErrors,
  });
}

/** Changes, sets or removes the password of the current user. */
export async function changePassword(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { fields, redirectTo: target }: FormFields,
): Promise<ChangePasswordResult> {
  const form = { action: "password", fields, target } as const;
  return await submit(ev, source, { ...form, page: toPage(ev), toErrors });
}

/** Changes the second factors of the current user. */
export async function changeFactors(
  ev: ActionEvent,
  source: ComponentAuthSource,
  { fields, redirectTo: target }: FormFields,
): Promise<FactorsResult> {
  const { answerForm } = await loadPipeline();
  const incoming = toIncoming(ev);
  // New recovery codes are data of the application's page.
  const header = (name: string) =>
    name === "accept" ? "application/json" : incoming.header(name);
  const request = toRequest(ev, { ...incoming, header }, source);
  const answer = await answerForm(request, {
    action: "factors",
    fields,
    target,
    page: toPage(ev),
  });
  if (answer.kind === "failed") {
    const { failure } = answer;
    return await refuse(ev, source, { failure, toErrors });
  }
  const { reply } = answer;
  const recoveryCodes = readCodes(reply);
  if (recoveryCodes === null) {
    return leave(ev, { ...reply, status: 303, body: null });
  }
  write(ev, reply);
  return { recoveryCodes };
}

function readCodes({ body }: Reply): readonly string[] | null {
  if (body === null || !("json" in body)) return null;
  const { recoveryCodes } = body.json as FactorsResult;
  return recoveryCodes ?? null;
}

/** Returns the page to open once the visitor is signed in. */
function toWay(ev: ActionEvent, redirectTo: string | null) {
  return { target: redirectTo ?? findTarget(ev), page: toPage(ev) };
}

/** The field that an error is about, by its type. */
const FIELDS: Readonly<Record<string, string>> = {
  InvalidAddress: "email",
  InvalidPassword: "password",
  CredentialsSignin: "current",
};

function toErrors({ type, code, message, field }: FormFailure) {
  const named = field !== null
    ? `options.${field}`
    : code === "wrong_code"
    ? "code"
    : FIELDS[type];
  return named === undefined ? {} : { [named]: [message] };
}
