import type { ActionResult } from "./types.ts";

/** The input of `useSignUp`. */
export interface SignUpInput {
  /** The address that the mail is sent to. */
  email: string;
  /** The password, if it is chosen before the address is proved (`confirm: "after"`). */
  password?: string | undefined;
  /**
   * The other fields of a new user, as in `fields` of `Password`. In forms their
   * names are `options.name` and so on.
   */
  options?:
    | Record<string, string | number | boolean | undefined>
    | undefined;
  /**
   * The page to open once the user is signed in: a path, or a URL of this site.
   * Default: the `callbackUrl` of the form's page, else that page.
   */
  redirectTo?: string | undefined;
}

/** The input of `useReset`. */
export interface ResetInput {
  /** The address of the account. */
  email: string;
  /**
   * The page to open once the password is set: a path, or a URL of this site.
   * Default: the `callbackUrl` of the form's page, else that page.
   */
  redirectTo?: string | undefined;
}

/** The input of `useNewPassword`. */
export interface NewPasswordInput {
  /** The password that is chosen. */
  password: string;
  /** The token of the mail's link. Default: that of the form's page. */
  token?: string | undefined;
  /** The id of the mail whose code was typed. Default: that of the form's page. */
  state?: string | undefined;
  /**
   * The other fields of a new user, as in `fields` of `Password`, and `remember`
   * with `session.rememberMe`. In forms their names are `options.name` and so on.
   */
  options?:
    | Record<string, string | number | boolean | undefined>
    | undefined;
  /**
   * The page to open once the user is signed in: a path, or a URL of this site.
   * Default: the `callbackUrl` of the form's page, else the home page.
   */
  redirectTo?: string | undefined;
}

/** The input of `useChangePassword`. */
export interface ChangePasswordInput {
  /**
   * The password until now. Default: the user must have signed in during the
   * last ten minutes, as a user with a second factor always must.
   */
  current?: string | undefined;
  /** The new password; needed unless it is removed. */
  password?: string | undefined;
  /** Any text: removes the password of a user who can sign in in another way. */
  remove?: string | undefined;
  /** The page to open afterwards: a path, or a URL of this site. Default: the page of the form. */
  redirectTo?: string | undefined;
}

/** The input of `useFactors`. */
export interface FactorsInput {
  /**
   * `confirm` adds the authenticator app of `enrolment`, `remove` removes the one
   * with this `id`, `codes` makes new recovery codes, and `forget` forgets the
   * remembered browser with this `id`, or all of them.
   */
  action: "confirm" | "remove" | "codes" | "forget";
  /** The sealed secret that `auth.factors.beginTotp` returned. */
  enrolment?: string | undefined;
  /** The code that the app shows. */
  code?: string | undefined;
  /** The user's name for the app. */
  name?: string | undefined;
  /** The id of an app or of a browser, from `auth.factors.list`. */
  id?: string | undefined;
  /** The page to open afterwards: a path, or a URL of this site. Default: the page of the form. */
  redirectTo?: string | undefined;
}

/** The result of `useSignUp`. */
export type SignUpResult = ActionResult<
  keyof SignUpInput | `options.${string}`
>;

/** The result of `useReset`. */
export type ResetResult = ActionResult<keyof ResetInput>;

/** The result of `useNewPassword`. */
export type NewPasswordResult = ActionResult<
  keyof NewPasswordInput | `options.${string}`
>;

/** The result of `useChangePassword`. */
export type ChangePasswordResult = ActionResult<keyof ChangePasswordInput>;

/** The result of `useFactors`. */
export interface FactorsResult extends ActionResult<keyof FactorsInput> {
  /** New recovery codes, to be shown once. */
  recoveryCodes?: readonly string[];
}
