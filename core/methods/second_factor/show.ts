/**
 * The built-in pages about second factors, and the same as JSON for programs.
 *
 * @module
 */

import { listPasskeys } from "../../accounts/ways.ts";
import type { PendingSignIn } from "../../attempts/pending_sign_in.ts";
import { isRemembered } from "../../attempts/remember.ts";
import type { FactorPasskey } from "../../config/pages/factor_models.ts";
import { readPageError } from "../../config/pages/page_errors.ts";
import type { PageError } from "../../config/pages/page_models.ts";
import { SecondFactorError } from "../../errors/factor_errors.ts";
import { withQuery } from "../../http/redirects.ts";
import { readWants } from "../../request/client.ts";
import type { Context } from "../../request/context.ts";
import { json, type Outcome, page } from "../../request/outcome.ts";
import { withError } from "../../request/with_error.ts";
import { toOwnPage } from "../../request/redirect_target.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import {
  listPasskeyProviders,
  toPasskeyModel,
} from "../passkey/passkey_model.ts";
import type { Enrolment } from "./enrolment.ts";
import { drawQrCode } from "./qr_code.ts";

/** Who is asked for a second factor: a sign-in that waits, or a signed-in user. */
export interface Asked {
  readonly userId: string;
  /** Null: the user is signed in. */
  readonly pending: PendingSignIn | null;
  /** Where to go afterwards. */
  readonly target: string;
}

/** Shows the page that asks for a second factor. */
export async function showFactor(
  ctx: Context,
  asked: Asked,
): Promise<Outcome> {
  const { pending, target } = asked;
  const { query } = ctx.request;
  const passkey = await findPasskey(ctx, asked);
  const isOnlyPasskey = pending?.missing === "passkey";
  const asks = isOnlyPasskey
    ? "passkey"
    : query.get("use") === "recovery"
    ? "recovery"
    : "app";
  const fields = await toFields(ctx, pending, target);
  const { form: { csrfToken, state, callbackUrl }, cookies } = fields;
  if (readWants(ctx.request) !== "html") {
    const methods = [
      ...isOnlyPasskey ? [] : ["totp", "recovery"],
      ...passkey === null ? [] : ["passkey"],
    ];
    return json({ csrfToken, state, methods }, ...cookies);
  }
  const use = asks === "recovery" ? null : "recovery";
  return page({
    ...fields.form,
    name: "secondFactor",
    asks,
    otherUrl: withQuery(ctx.url("second-factor"), { state, callbackUrl, use }),
    canRemember: pending !== null,
    passkey,
    error: readPageError(query),
    signInUrl: withQuery(
      toOwnPage(ctx, "signIn") ?? ctx.url("signin"),
      { callbackUrl: target },
    ),
  }, ...cookies);
}

/** An app to be set up. */
interface EnrolmentPage extends Pick<Asked, "pending" | "target"> {
  readonly enrolment: Enrolment;
  readonly cancelUrl: string;
  readonly error?: PageError | null;
}

/** Shows the page that sets an authenticator app up. */
export async function showEnrolment(
  ctx: Context,
  { pending, target, cancelUrl, enrolment, error = null }: EnrolmentPage,
): Promise<Outcome> {
  const { form, cookies } = await toFields(ctx, pending, target);
  if (readWants(ctx.request) !== "html") {
    const { csrfToken, state } = form;
    return json({ csrfToken, state, methods: [], ...enrolment }, ...cookies);
  }
  return page({
    ...form,
    ...enrolment,
    action: ctx.url(pending === null ? "factors" : "second-factor"),
    name: "enrolFactor",
    qr: await drawQrCode(enrolment.uri),
    error,
    cancelUrl,
  }, ...cookies);
}

/** Shows new recovery codes, once, to a user who goes on to a URL afterwards. */
export function showCodes(
  ctx: Context,
  codes: readonly string[],
  continueUrl: string,
): Outcome {
  return readWants(ctx.request) === "html"
    ? page({ name: "recoveryCodes", codes, continueUrl })
    : json({ url: continueUrl, recoveryCodes: codes });
}

/** The outcome of a wrong code: the error, and the page for another try. */
export async function toWrongCode(
  ctx: Context,
  back: Outcome,
): Promise<Outcome> {
  const error = new SecondFactorError("A wrong code was typed.", "wrong_code");
  if (ctx.settings.raw) throw error;
  return await withError(ctx, error, back);
}

async function toFields(
  ctx: Context,
  pending: PendingSignIn | null,
  target: string,
) {
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const state = pending?.id ?? null;
  const action = ctx.url("second-factor");
  const callbackUrl = pending === null ? target : null;
  return { form: { action, csrfToken, state, callbackUrl }, cookies };
}

/** Finds a provider whose passkeys verify their user, if the user has one. */
async function findPasskey(
  ctx: Context,
  { userId, pending, target }: Asked,
): Promise<FactorPasskey | null> {
  const provider = listPasskeyProviders(ctx)
    .find(({ verifiesUser }) => verifiesUser.authenticate);
  if (provider === undefined) return null;
  if ((await listPasskeys(ctx, userId)).length === 0) return null;
  const model = await toPasskeyModel(ctx);
  const remember = pending === null
    ? await isRemembered(ctx)
    : pending.held.remember === true;
  return model && { provider: provider.id, model, target, remember };
}
