import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import process from "node:process";

const { EMAIL_SERVER: server, EMAIL_FROM: from } = process.env;

/** Sign-in by mail, if a mail server is configured. */
export const mailProviders = server && from
  ? [Nodemailer({ server, from })]
  : [];
