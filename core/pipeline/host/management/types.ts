/**
 * The types of the functions for accounts, which the entries export.
 *
 * @module
 */

export type {
  Enrolment,
  EnrolmentAnswer,
} from "../../../methods/second_factor/enrolment.ts";
export type {
  FactorApp,
  FactorBrowser,
  FactorList,
} from "../../../methods/second_factor/manage.ts";
export type {
  FactorFunctions,
  NewTotp,
  ShownRecoveryCodes,
} from "./factor_management.ts";
export type {
  NewPersonalToken,
  PersonalToken,
  PersonalTokenAccess,
  PersonalTokenFunctions,
  PersonalTokenRequest,
} from "./token_management.ts";
export type { AccountDeletion } from "./delete_account.ts";
export type {
  PasswordChange,
  PasswordFunctions,
  RequestResetOptions,
  ResetRequested,
} from "./password_management.ts";
export type { PasskeyManagement } from "./passkey_management.ts";
