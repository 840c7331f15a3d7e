/**
 * The code that pages of the application need beyond reading a session.
 *
 * @module
 */

export * from "../../request/form.ts";
export * from "../../session/csrf.ts";
export * from "./errands.ts";
export * from "./form_action.ts";
export * from "./guard.ts";
export * from "./own_pages.ts";
export * from "./account_management.ts";
export { beginSession } from "./begin_session.ts";
export * from "./tokens.ts";
export * from "../../http/write_cookies.ts";
