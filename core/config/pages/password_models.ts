/**
 * The models of the pages about passwords that the adapter stores.
 *
 * @module
 */

import type { SignUpField } from "../../providers/sign_up_fields.ts";
import type { PageError, PageForm } from "./page_form.ts";

/** A field that a new user fills in. */
export interface PasswordPageField extends Omit<SignUpField, "schema"> {
  /** The value of its attribute `name`. */
  readonly name: string;
  /** What was typed before. */
  readonly value: string;
}

/** The mistake in a field of a new user. */
export interface FieldProblem {
  /** The name of the field. */
  readonly field: string;
  /** What the application's schema says; null: nothing. */
  readonly reason: string | null;
}

/** The data of the page that asks for an address: to sign up, or because a password was forgotten. */
export interface PasswordAskModel extends PageForm {
  /** Identifies the model. */
  readonly name: "signUp" | "reset";
  /** The initial value of the e-mail field. */
  readonly email: string | null;
  /** The error of the attempt before, or of a link that no longer works. */
  readonly error: PageError | null;
  /** Whether only people with an invitation can sign up: then there is no form. */
  readonly isClosed: boolean;
  /** The least number of characters of the password that is chosen here, too; null: it is chosen later. */
  readonly minLength?: number | null | undefined;
  /** The other fields of this form. Default: none. */
  readonly fields?: readonly PasswordPageField[] | undefined;
  /** The field that `error` is about; null: none. */
  readonly problem?: FieldProblem | null | undefined;
  /** Whether the box "Remember me" is ticked; null: the form has none. Default: null. */
  readonly remember?: boolean | null | undefined;
  /** The URL of the sign-in page. */
  readonly signInUrl: string;
}

/** The data of the page that asks for a password, after a mail has proved the address. */
export interface NewPasswordModel extends PageForm {
  /** Identifies the model. */
  readonly name: "newPassword";
  /** The value of the field `token`, of a link; null omits it. */
  readonly token: string | null;
  /** The value of the field `state`. */
  readonly state: string;
  /** Whether the form has the field `takeOver` with the value `yes`: the user gives up other ways to sign in. */
  readonly takeOver: boolean;
  /** The address, which cannot be changed here. */
  readonly email: string;
  /** Whether an account is created, rather than a password replaced. */
  readonly isNew: boolean;
  /** The least number of characters. */
  readonly minLength: number;
  /** Whether the box "Remember me" is ticked; null: the form has none. Default: null. */
  readonly remember?: boolean | null | undefined;
  /** The other fields of this form. Default: none. */
  readonly fields?: readonly PasswordPageField[] | undefined;
  /** What was wrong with the last password, or with another field. */
  readonly error: PageError | null;
  /** The field that `error` is about; null: the password. */
  readonly problem?: FieldProblem | null | undefined;
}
