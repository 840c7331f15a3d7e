/**
 * The command `migrate check`.
 *
 * @module
 */

import { checkApplication } from "./check/check.ts";
import { renderReport } from "./check/render.ts";
import type { Report } from "./check/report.ts";
import { type Command, WrongCall } from "./command.ts";

const HELP = `Usage: npx @latchkey/cli migrate check [folder] [--json | --diff]

Reads an application that uses another sign-in library, and says what takes its
place: providers, options, variables, tables, and the line that keeps visitors
signed in. Nothing is written, and no code of the application runs.

  folder    the folder with package.json; default: the current one
  --json    print the result as JSON
  --diff    print the diff only, for \`git apply\`; it shows lines of your source
  --help    print this text

It reads package.json, the names of variables in .env files (never their
values), and the source files: at most 2,000, of 1 MB each, without node_modules.
Options are found by name in the text, so look at each of them.

Exit code: 0 if everything maps, 1 if something needs a person, 2 for a wrong
call.

With Deno: deno run -R jsr:@latchkey/cli migrate check
`;

/** Says what takes the place of another sign-in library in an application. */
export const migrateCheck: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const { folder, form } = parseCall(args);
    const report = await checkApplication(folder, terminal.now());
    terminal.out(render(report, form));
    return report.maps ? 0 : 1;
  },
};

/** The form of the output. */
type Form = "text" | "--json" | "--diff";

function render(report: Report, form: Form): string {
  if (form === "--diff") return report.diff;
  return form === "--json"
    ? `${JSON.stringify(report, null, 2)}\n`
    : renderReport(report);
}

function parseCall(
  args: readonly string[],
): { readonly folder: string; readonly form: Form } {
  const isOption = (arg: string) => arg.startsWith("-");
  const [form = "text", another] = args.filter(isOption);
  const [folder = ".", ...more] = args.filter((arg) => !isOption(arg));
  if (form !== "text" && form !== "--json" && form !== "--diff") {
    throw new WrongCall(`There is no option ${form}.`);
  }
  if (another !== undefined) {
    throw new WrongCall("There is one option at most.");
  }
  if (more.length > 0) throw new WrongCall("There is one folder at most.");
  return { folder, form };
}
