/**
 * Functions for pages of the application with the current user's password. They
 * send the form to its route, so that its rules, limits, mails and events hold.
 *
 * @module
 */

import { CredentialsSignin } from "../../../errors/errors.ts";
import type { Incoming } from "../../../request/request_head.ts";
import type { HostRequest } from "../host_request.ts";
import { sendForm } from "../forms/submit_form.ts";
import type { Visit } from "../session_access.ts";

/** The change of a password. */
export interface PasswordChange {
  /**
   * The password until now, as typed. Default: the user must have signed in during
   * the last ten minutes, as a user with a second factor always must.
   */
  readonly current?: string | undefined;
  /** The new one, as typed. */
  readonly password: string;
}

/** Options of a mail for a forgotten password. */
export interface RequestResetOptions {
  /** The target once a new password is chosen: a path, or a URL of this site. Default: the site's root. */
  readonly callbackUrl?: string | undefined;
  /** The platform's second argument, passed to the option `clientAddress`. */
  readonly info?: unknown;
}

/**
 * The user's password, for pages of your own, with the provider `Password`. Every
 * change ends the other sessions and the remembered browsers, tells the user by
 * a mail, and gives the session a new id: if it returns headers, add them to the
 * response. A user with a second factor must have signed in with it during the
 * last ten minutes. Call them for a form of this site only: a request caused by another
 * site is refused. The limits of `credentials` and `email` apply; `info` is the
 * platform's second argument, passed to the option `clientAddress`.
 */
export interface PasswordFunctions<R, H> {
  /**
   * Changes the password of the current user, or sets the first one.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago for a change without `current`, or of a user with a
   * second factor, or was without that factor; CredentialsSignin if `current` is
   * wrong; InvalidPassword if the new one breaks a rule, which `code` names;
   * InvalidAddress for a user without a proved address; RateLimited
   */
  change(request: R, change: PasswordChange, info?: unknown): Promise<H>;
  /**
   * Sets the password of the current user, who must have signed in during the
   * last ten minutes: the first one, or another.
   *
   * @throws what `change` throws
   */
  set(request: R, password: string, info?: unknown): Promise<H>;
  /**
   * Returns whether this is the password of the current user. It proves nothing
   * to guards: use `require({ maxAge })` for that.
   *
   * @throws SignInRequired, or RateLimited after too many wrong ones
   */
  verify(request: R, password: string, info?: unknown): Promise<boolean>;
  /**
   * Removes the password of the current user, who must have signed in during the
   * last ten minutes, and can still sign in in another way.
   *
   * @throws SignInRequired, or LastAccount
   */
  remove(request: R, info?: unknown): Promise<H>;
  /**
   * Sends a mail with a link and a code by which its reader chooses a new
   * password. It does the same whether or not the address has a user. Redirect
   * to `url`, the page that takes the code.
   *
   * @throws InvalidAddress, RateLimited, or EmailSignInError if the mail was not
   * sent
   */
  requestReset(
    request: R,
    address: string,
    options?: RequestResetOptions,
  ): Promise<ResetRequested<H>>;
}

/** The page for a browser that asked for a new password, and what `H` is. */
export type ResetRequested<H> = {
  /** URL of the page that takes the code of the mail. */
  readonly url: string;
} & (H extends object ? H : unknown);

/** Sends the form that changes, sets or removes the password. */
export async function changePassword(
  request: HostRequest<Incoming>,
  fields: Readonly<Record<string, string>>,
): Promise<Visit<string>> {
  return await sendForm(request, { action: "password", fields });
}

/** Sends the form that checks the password. */
export async function verifyPassword(
  request: HostRequest<Incoming>,
  current: string,
): Promise<boolean> {
  try {
    const fields = { current, verify: "yes" };
    await sendForm(request, { action: "password", fields });
    return true;
  } catch (error) {
    if (error instanceof CredentialsSignin) return false;
    throw error;
  }
}

/** Sends the form for a forgotten password. */
export async function requestReset(
  request: HostRequest<Incoming>,
  email: string,
  { callbackUrl: target }: RequestResetOptions = {},
): Promise<Visit<string>> {
  const fields = { email };
  return await sendForm(request, { action: "reset", fields, target });
}
