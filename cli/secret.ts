/**
 * The command `secret`.
 *
 * @module
 */

import { randomBytes } from "node:crypto";
import { type Command, WrongCall } from "./command.ts";

const HELP = `Usage: npx @latchkey/cli secret

Prints a new secret of 32 random bytes, for AUTH_SECRET. Nothing is stored.

  --help             print this text

The secret goes to the standard output, and how to use it to the standard error
output, so that others can take it: echo "AUTH_SECRET=$(npx @latchkey/cli secret)"

With Deno: deno run jsr:@latchkey/cli secret
`;

const NEXT = `
For a new application: put it into AUTH_SECRET, and commit it nowhere.
In place of another one, in three deployments that sign nobody out:
  1. AUTH_SECRET_1=<the old one>  AUTH_SECRET=<this one>
  2. AUTH_SECRET_1=<this one>  AUTH_SECRET=<the old one>, for session.maxAge
  3. AUTH_SECRET=<this one>
If the old one has leaked, set only this one, at once: everybody is signed out.
With \`tokens\`, call auth.resealTokens() before the third step.
`;

/** Prints a new secret, and how to take it into use. */
export const secret: Command = {
  help: HELP,
  run: (args, terminal) => {
    if (args.length > 0) {
      return Promise.reject(new WrongCall("It takes no arguments."));
    }
    terminal.out(`${randomBytes(32).toString("base64url")}\n`);
    terminal.error(NEXT);
    return Promise.resolve(0);
  },
};
