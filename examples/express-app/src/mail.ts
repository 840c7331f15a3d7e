import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import process from "node:process";

const { EMAIL_SERVER: server, EMAIL_FROM: from, MAILBOX_URL } = process.env;

/** A page that shows the mail while you work on the app, if you have one. */
export const mailbox = MAILBOX_URL;

/** Sign-in by mail, if a mail server is configured. */
export const mailProviders = server && from
  ? [Nodemailer({ server, from })]
  : [];
