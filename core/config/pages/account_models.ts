/**
 * The models of the pages on which users change their account.
 *
 * @module
 */

import type { PageError, PageForm, PageUser } from "./page_form.ts";

/** The data of the page that changes a password, or sets the first one. */
export interface ChangePasswordModel extends PageForm {
  /** Identifies the model. */
  readonly name: "changePassword";
  /** The user who is signed in. */
  readonly user: PageUser;
  /** Whether the user has a password. */
  readonly hasPassword: boolean;
  /** Whether the form has the field `current`: the sign-in is too long ago to do without. */
  readonly asksCurrent: boolean;
  /** Whether the password can be removed, by a form with the field `remove`. */
  readonly canRemove: boolean;
  /** The least number of characters. */
  readonly minLength: number;
  /** The URL of the page for a forgotten password. */
  readonly resetUrl: string;
  /** The error of the attempt before. */
  readonly error: PageError | null;
}

/** The data of the page that changes an address. */
export interface ChangeEmailModel extends PageForm {
  /** Identifies the model. */
  readonly name: "changeEmail";
  /** The user who is signed in. */
  readonly user: PageUser;
  /** The error of the attempt before. */
  readonly error: PageError | null;
}

/** The data of the page for the link of a mail about a change of address. */
export interface ConfirmEmailModel extends PageForm {
  /** Identifies the model. */
  readonly name: "confirmEmail";
  /** Whether the new address is confirmed, or the old one restored: the name of the form's field. */
  readonly kind: "confirm" | "undo";
  /** The value of that field. */
  readonly token: string;
  /** The address. */
  readonly email: string;
}

/** The data of the page for such a link that no longer works. */
export interface EmailLinkDeadModel {
  /** Identifies the model. */
  readonly name: "emailLinkDead";
  /** The URL of the page that changes an address. */
  readonly changeUrl: string;
}

/** The data of the page after a change to the account. */
export interface AccountDoneModel {
  /** Identifies the model. */
  readonly name: "accountDone";
  /** What was done. */
  readonly done: AccountDone;
  /** The URL at which the site continues. */
  readonly home: string;
}

/** The data of a page on which users change their account. */
export type AccountPageModel =
  | ChangePasswordModel
  | ChangeEmailModel
  | ConfirmEmailModel
  | EmailLinkDeadModel
  | AccountDoneModel;

/** A change that a user made to their account. */
export type AccountDone = typeof ACCOUNT_DONE[number];

/** Everything that a user can do to their account. */
export const ACCOUNT_DONE = [
  "passwordChanged",
  "passwordSet",
  "passwordRemoved",
  "emailSent",
  "emailChanged",
] as const;
