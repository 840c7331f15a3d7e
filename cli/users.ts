/**
 * The command `users`.
 *
 * @module
 */

import { type Command, Stopped, WrongCall } from "./command.ts";
import { describeError } from "./doctor/inside/errors.ts";
import { EXPORTS, load } from "./doctor/inside/load.ts";
import { endSessions, removeFactor } from "./users/acts.ts";
import { findUser, NotFound } from "./users/find_user.ts";
import { parseOptions } from "./users/options.ts";
import { showFactors, showSessions, showUser } from "./users/show.ts";
import { toLine } from "./users/text.ts";

const HELP =
  `Usage: npx @latchkey/cli users <what> <user> --config <file> [options]

Shows a user to support, ends their sessions, and removes second factors that
they have lost. It calls the library and the adapter of the application, and
shows no hash, token or secret.

  find <user>          the user, their accounts and ways to sign in
  sessions <user>      their live sessions; those in cookies are not known
  end-sessions <user>  ends all sessions, or with --session one
  factors <user>       their second factors and passkeys; with --remove or
                       --remove-all, removes them and ends all sessions

  <user>            the id or the e-mail address
  --by <id|email>   what that is; default: an address if it has an @
  --config <file>   a module that exports the configuration, or what createAuth
                    or another integration returned, as one of
                    ${EXPORTS.join(", ")}.
                    Its code runs, with the variables of this terminal
  --session <id>    the session to end, by its id of users sessions
  --remove <id>     the authenticator app or passkey to remove, by its id
  --remove-all      remove all authenticator apps, recovery codes and remembered
                    browsers; passkeys stay
  --yes             do not ask before something changes
  --json            print the result as JSON
  --help            print this text

Make sure first, by another road, that it is this person who asks. Whatever
changes goes to the audit trail of the configuration, as done by the application.
Changes need a \`store\` that the processes of the application share.
docs/support.md of the library says more.

Exit code: 0 if it was shown or done, 1 if there is no such user, session or
factor, if nobody agreed, or if the audit trail lacks a record of it, 2 for a
wrong call or a failure.

With Deno: deno run -A jsr:@latchkey/cli users, in the folder of the application
`;

const ANSWERS = {
  find: showUser,
  sessions: showSessions,
  "end-sessions": endSessions,
  factors: showFactors,
};

/** Shows a user, ends their sessions, and removes their second factors. */
export const users: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const options = parseOptions(args);
    const { auth, createUserDesk } = await load(options.config);
    try {
      const desk = createUserDesk(
        auth,
        (said) => terminal.error(`${describe(said)}\n`),
      );
      const user = await findUser(desk, options);
      const { question, remove } = options;
      const answer = remove === null ? ANSWERS[question] : removeFactor;
      return await answer({ desk, user, options, terminal });
    } catch (error) {
      if (error instanceof Stopped || error instanceof WrongCall) throw error;
      if (!(error instanceof NotFound)) throw new Error(describe(error));
      terminal.error(`${error.message}\n`);
      return 1;
    }
  },
};

/** Says what an error is, or what the library logs, in a line for each mistake. */
function describe(said: unknown): string {
  if (typeof said === "string") return toLine(said);
  const { problems } = Object(said);
  return Array.isArray(problems)
    ? problems.map((one) => toLine(String(one))).join("\n")
    : toLine(describeError(said));
}
