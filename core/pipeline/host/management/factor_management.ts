/**
 * Functions for a page of the application with the current user's second
 * factors.
 *
 * @module
 */

import { SignInRequired } from "../../../errors/errors.ts";
import { SecondFactorError } from "../../../errors/factor_errors.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import type {
  Enrolment,
  EnrolmentAnswer,
} from "../../../methods/second_factor/enrolment.ts";
import type { ChangeContext } from "../../../methods/password/notices/notify.ts";
import * as manage from "../../../methods/second_factor/manage.ts";
import type { FactorList } from "../../../methods/second_factor/manage.ts";
import { findFactorOwner } from "../../../methods/second_factor/owner.ts";
import { renderQrCode } from "../../../methods/second_factor/qr_code.ts";
import { visitAnew } from "../errands.ts";
import { toNoticeContext } from "./notice_context.ts";
import type { HostRequest } from "../host_request.ts";

/** An authenticator app that a user is setting up. */
export interface NewTotp extends Enrolment {
  /** The URI as a QR code: an SVG element. */
  readonly qrCode: string;
}

/** New recovery codes, to be shown once. */
export interface ShownRecoveryCodes {
  /** The codes; null: the user keeps those of before. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * The user's second factors, for a page of your own. Every change needs a
 * sign-in of the last ten minutes, of a user with a second factor by that
 * factor, too: guard the page with `require({ maxAge: 600, amr: ["mfa"] })`. It
 * ends the other sessions and remembered browsers, tells the user by a mail, and
 * gives the session a new id: if it returns headers, add them to the response.
 * Call it for a form of this site that carries a `csrfToken` you have checked.
 */
export interface FactorFunctions<R, H> {
  /** Lists the second factors of the current user; null without a session. */
  list(request: R): Promise<FactorList | null>;
  /**
   * Begins to add an authenticator app, and stores nothing: show the QR code and
   * the secret, and put `enrolment` into the form that asks for a code.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago; InsufficientAuthentication if it was without the
   * second factor; InvalidRequest if the user has five apps
   */
  beginTotp(request: R): Promise<NewTotp>;
  /**
   * Adds the app, if the code shows that it has the secret.
   *
   * @throws SecondFactorError with the code `wrong_code`, and the errors of
   * `beginTotp`
   */
  confirmTotp(
    request: R,
    answer: Pick<EnrolmentAnswer, "enrolment" | "code" | "name">,
  ): Promise<ShownRecoveryCodes & H>;
  /**
   * Removes an app. Without one, the recovery codes go as well.
   *
   * @throws InvalidRequest if the user has no such app, or has to have one; and
   * the errors of `beginTotp`
   */
  removeTotp(request: R, id: string): Promise<H>;
  /**
   * Replaces the recovery codes.
   *
   * @throws InvalidRequest if the user has no app; and the errors of `beginTotp`
   */
  newRecoveryCodes(request: R): Promise<ShownRecoveryCodes & H>;
  /**
   * Forgets a remembered browser of the list, or all of them.
   *
   * @throws the errors of `beginTotp`
   */
  forgetBrowsers(request: R, id?: string): Promise<H>;
}

/** Lists the second factors of the current user. */
export async function listFactors(
  request: HostRequest,
): Promise<FactorList | null> {
  const { value } = await visitAnew<FactorList | null>(request, {
    refused: null,
    changes: false,
    act: async (ctx) => {
      const owner = await findFactorOwner(ctx);
      const value = owner && await manage.listFactors(ctx, owner);
      return { value, cookies: [] };
    },
  });
  return value;
}

/** Begins to add an authenticator app. */
export async function beginTotp(request: HostRequest): Promise<NewTotp> {
  const { value } = await act(request, async (ctx) => {
    const enrolment = await manage.beginTotp(ctx);
    const qrCode = await renderQrCode(enrolment.uri);
    return { value: { ...enrolment, qrCode }, cookies: [] };
  });
  return value;
}

/** A change that was made, and the cookies to set. */
interface Done<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];
}

/** Adds an authenticator app. */
export async function confirmTotp(
  request: HostRequest,
  answer: EnrolmentAnswer,
): Promise<Done<ShownRecoveryCodes>> {
  return await act(request, async (ctx) => {
    const done = await manage.confirmTotp(ctx, answer);
    if (done !== null) return toDone(done);
    throw new SecondFactorError("The code is wrong, or too old.", "wrong_code");
  });
}

/** Removes an authenticator app. */
export async function removeTotp(
  request: HostRequest,
  id: string,
): Promise<Done<ShownRecoveryCodes>> {
  return await act(
    request,
    async (ctx) => toDone(await manage.removeTotp(ctx, id)),
  );
}

/** Replaces the recovery codes. */
export async function newRecoveryCodes(
  request: HostRequest,
): Promise<Done<ShownRecoveryCodes>> {
  return await act(
    request,
    async (ctx) => toDone(await manage.newRecoveryCodes(ctx)),
  );
}

/** Forgets a remembered browser, or all of them. */
export async function forgetBrowsers(
  request: HostRequest,
  id: string | null,
): Promise<Done<boolean>> {
  return await act(request, async (ctx) => {
    await manage.forgetRemembered(ctx, id);
    return { value: true, cookies: [] };
  });
}

function toDone({ cookies, recoveryCodes }: manage.FactorChange) {
  return { value: { recoveryCodes }, cookies };
}

type Act<T> = (
  ctx: ChangeContext,
) => Promise<{ value: T; cookies: manage.FactorChange["cookies"] }>;

/** Runs a change for the current user; a request that is not trusted has none. */
async function act<T>(request: HostRequest, work: Act<T>): Promise<Done<T>> {
  const { value, cookies } = await visitAnew<T | null>(request, {
    refused: null,
    changes: true,
    act: (ctx) => work(toNoticeContext(request, ctx)),
  });
  if (value !== null) return { value, cookies };
  throw new SignInRequired("Changing second factors needs a live session.");
}
