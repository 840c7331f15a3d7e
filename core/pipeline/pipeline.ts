/**
 * Everything that reading a session does not need: the auth routes, the
 * functions for the application's pages, guards and the proxy. It loads with
 * the first request that needs it, so that an application starts sooner.
 *
 * @module
 */

export { readForm } from "../request/form.ts";
export { handle } from "./auth.ts";
export { checkSettings } from "./check_settings.ts";
export { checkInBackground, checkInstance } from "./prepare.ts";
export * from "./host/management/account_management.ts";
export { invite } from "./host/management/invite.ts";
export * from "./host/management/delete_account.ts";
export * from "./host/management/factor_management.ts";
export * from "./host/management/password_management.ts";
export { resetFactors } from "./host/management/reset_factors.ts";
export { toPersonalTokens } from "./host/management/token_management.ts";
export { checkReadiness } from "./host/management/readiness.ts";
export { updateUser } from "./host/management/update_user.ts";
export { beginSession } from "./host/begin_session.ts";
export { visitUpdate } from "./host/errands.ts";
export { answerForm } from "./host/forms/form_action.ts";
export { askToVerifyEmail, submitForm } from "./host/forms/submit_form.ts";
export { requireSession } from "./host/guards/guard.ts";
export * from "./host/forms/own_pages.ts";
export {
  fetchResource,
  getAccessToken,
  getAccessTokenFor,
  resealTokens,
} from "./host/tokens.ts";
export { answerProxy } from "./proxy/proxy.ts";
