/**
 * The command `rehearse`.
 *
 * @module
 */

import process from "node:process";
import type { Command } from "./command.ts";
import { parseOptions } from "./rehearse/options.ts";
import { rehearse } from "./rehearse/rehearse.ts";
import { renderReport } from "./rehearse/render.ts";
import { locksOut } from "./rehearse/report.ts";

const HELP =
  `Usage: npx @latchkey/cli rehearse --config <file> --database <database> --old <version>

Rehearses an upgrade of @latchkey/auth: signs one user of every shape in with the
old and the new version, each on its own copy of the database, and says who would
be locked out, and why. Users of one shape have the same columns filled, the same
providers, the same form of password hash and the same factors.

  --config <file>    a module that exports the configuration as config. Its code
                     runs twice, with the variables of this terminal; it finds
                     the new version in its node_modules
  --database <text>  the file of an SQLite database, or a postgres:// URL; it is
                     copied, and only read
  --old <version>    the version that runs now: a version on npm, a tarball, or a
                     folder where it is installed
  --tables <name>    the map of the tables, such as drizzleTables; default:
                     the one that fits, or the export tables of the module
  --prefix <text>    the prefix of the tables; default: auth_
  --ids              name the users by their ids
  --json             print the result as JSON
  --help             print this text

No provider is asked, and no mail is sent. docs/rehearse.md of the library says
what is tried, and what cannot be.

Exit code: 0 if nobody would be locked out, 1 if somebody would, 2 for a wrong
call.

It needs Node 22.15 or later, and for PostgreSQL the package pg, installed with
the application. Connecting may take 10 seconds: PGCONNECT_TIMEOUT changes that.
`;

/** Says whom an upgrade would lock out. */
export const rehearseUpgrade: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const options = parseOptions(args);
    // The cookies of the rehearsal are those of a test.
    process.env["NODE_ENV"] = "test";
    const report = await rehearse(options);
    terminal.out(
      options.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : renderReport(report),
    );
    return locksOut(report) ? 1 : 0;
  },
};
