/**
 * The command `migrate tables`.
 *
 * @module
 */

import { type Command, parseArguments, WrongCall } from "./command.ts";
import { migrateTables, type Migration } from "./tables/migrate.ts";

const HELP =
  `Usage: npx @latchkey/cli migrate tables --database <database> [options]

Shows the statements that create what @latchkey/auth needs in a database: its
own tables, or what is missing in those of another library. Run it in the folder
of the application, whose version of the library and whose driver it uses.

  --database <text>  the file of an SQLite database, or a postgres:// URL
  --tables <name>    the map of tables that exist, such as drizzleTables; or a
                     module that exports one as tables; default: our own tables
  --prefix <text>    the prefix of our own tables; default: auth_
  --apply            run the statements; without it, nothing is written
  --json             print the result as JSON
  --help             print this text

docs/migrate/tables.md of the library lists the maps.

Exit code: 0 if it can be done or was done, 1 if users contradict a unique key,
2 for a wrong call or a database that does not fit.

It needs Node 22.13 or later for SQLite, and the package pg for PostgreSQL.
`;

/** Shows or runs the statements that a database needs. */
export const migrateDatabase: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const { json = false, ...options } = parse(args);
    const { database, apply = false, tables, prefix } = options;
    if (database === undefined) {
      throw new WrongCall("Name a database by --database.");
    }
    const migration = await migrateTables({ database, apply, tables, prefix });
    terminal.out(
      json
        ? `${JSON.stringify(migration, null, 2)}\n`
        : render(migration, apply),
    );
    return migration.problems.length > 0 ? 1 : 0;
  },
};

function parse(args: readonly string[]) {
  return parseArguments({
    args: [...args],
    options: {
      database: { type: "string" },
      tables: { type: "string" },
      prefix: { type: "string" },
      apply: { type: "boolean" },
      json: { type: "boolean" },
    },
  }).values;
}

function render(
  { statements, problems }: Migration,
  isDone: boolean,
): string {
  const found = problems.map(({ message, ids }) =>
    `-- ${message}\n${ids.map((one) => `--   ${one.join(", ")}\n`).join("")}`
  );
  const end = statements.length === 0
    ? "-- Nothing is missing.\n"
    : isDone
    ? "-- All of it was run.\n"
    : "-- Nothing was run: --apply runs it.\n";
  return [...statements.map((one) => `${one};\n`), ...found, end].join("\n");
}
