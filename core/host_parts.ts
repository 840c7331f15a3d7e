/**
 * What host pages need beyond reading a session.
 *
 * @module
 */

export * from "./csrf.ts";
export * from "./form_action.ts";
export * from "./guard.ts";
export * from "./manage.ts";
export * from "./write_cookies.ts";
