/**
 * The types that are made of Qwik's own. The package has them a second time,
 * for Qwik 2.
 *
 * @module
 */

import type { Action, Loader, RequestEventCommon } from "@builder.io/qwik-city";
import type {
  StrategyChoice,
  TokenOf,
} from "../core/config/session_callback.ts";
import type { Adapter } from "../core/model/adapter.ts";
import type { Awaitable } from "../core/model/model.ts";
import type { SessionOf } from "../core/pipeline/host/auth_instance.ts";
import type {
  ChangePasswordInput,
  ChangePasswordResult,
  FactorsInput,
  FactorsResult,
  NewPasswordInput,
  NewPasswordResult,
  ResetInput,
  ResetResult,
  SignUpInput,
  SignUpResult,
} from "./password_types.ts";
import type {
  ComponentAuthConfig,
  ConnectInput,
  ConnectResult,
  SignInInput,
  SignInResult,
  SignOutInput,
  SignOutResult,
  VerifyEmailInput,
  VerifyEmailResult,
} from "./types.ts";

/**
 * The exports of {@link ComponentAuth$}, to be re-exported from a route plugin.
 */
export interface ComponentAuth<S> extends PasswordActions {
  /** Serves the auth routes, and shares the session with the other handlers. */
  readonly onRequest: (ev: RequestEventCommon) => Promise<void>;
  /** Loader: the session, or null. */
  readonly useSession: Loader<S | null>;
  /** Form action: signs in with any provider. */
  readonly useSignIn: Action<SignInResult, SignInInput, false>;
  /** Form action: signs out. */
  readonly useSignOut: Action<SignOutResult, SignOutInput, true>;
  /** Form action: sends a mail that verifies the current user's address. */
  readonly useVerifyEmail: Action<
    VerifyEmailResult,
    VerifyEmailInput,
    true
  >;
  /** Form action: asks the current user to grant scopes at a provider. */
  readonly useConnect: Action<ConnectResult, ConnectInput, false>;
}

/** A function that returns the configuration for a request. */
export type ComponentAuthFunction<C extends ComponentAuthConfig> = (
  ev: RequestEventCommon,
) => Awaitable<C>;

/** The types of {@link ComponentAuth$} and {@link routeAuth$}. */
export type ComponentAuthConstructor = <
  const C extends ComponentAuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: (
    ev: RequestEventCommon,
  ) => C & StrategyChoice<A, S> | PromiseLike<C>,
) => ComponentAuth<SessionOf<C>>;

/** The form actions of users with the provider `Password`. */
export interface PasswordActions {
  /** Form action: sends a mail with which its reader creates an account. */
  readonly useSignUp: Action<SignUpResult, SignUpInput, false>;
  /** Form action: sends a mail with which its reader chooses a new password. */
  readonly useReset: Action<ResetResult, ResetInput, false>;
  /**
   * Form action: stores the password that is chosen after a mail, and signs in.
   * For the page of `pages.newPassword`.
   */
  readonly useNewPassword: Action<NewPasswordResult, NewPasswordInput, false>;
  /**
   * Form action: changes, sets or removes the current user's password, ends the
   * other sessions, and tells the user by a mail.
   */
  readonly useChangePassword: Action<
    ChangePasswordResult,
    ChangePasswordInput,
    false
  >;
  /**
   * Form action: changes the current user's second factors. A user whose sign-in
   * is too long ago, or was without the second factor, is sent to the sign-in
   * page first.
   */
  readonly useFactors: Action<FactorsResult, FactorsInput, false>;
}
