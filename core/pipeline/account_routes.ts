import {
  passwordPage,
  postPassword,
} from "../actions/account/change_password.ts";

/** The routes on which users change their account, a part of the table. */
export const accountRoutes = {
  "GET password": { run: passwordPage },
  "POST password": { run: postPassword, csrf: true },
} as const;
