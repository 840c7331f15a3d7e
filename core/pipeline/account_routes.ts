import {
  passwordPage,
  postPassword,
} from "../actions/account/change_password.ts";
import { emailPage, postEmail } from "../actions/account/change_email.ts";

/** The routes on which users change their account, a part of the table. */
export const accountRoutes = {
  "GET password": { run: passwordPage },
  "POST password": { run: postPassword, csrf: true },
  "GET email": { run: emailPage },
  "POST email": { run: postEmail, csrf: true },
} as const;
