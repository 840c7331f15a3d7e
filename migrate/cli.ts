/**
 * The command of the package: `npx @latchkey/auth migrate check`.
 *
 * @module
 */

import process from "node:process";
import { readClock } from "../core/runtime/clock.ts";
import { checkApplication } from "./check/check.ts";
import { renderReport } from "./check/render.ts";
import type { Report } from "./check/report.ts";

/** The output of the command, and its clock. */
export interface Terminal {
  /** Writes to the standard output. */
  out(text: string): void;
  /** Writes to the standard error output. */
  error(text: string): void;
  /** The time in milliseconds since the epoch. */
  now(): number;
}

const HELP = `Usage: npx @latchkey/auth migrate check [folder] [--json | --diff]

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

With Deno: deno run -R npm:@latchkey/auth migrate check
`;

const own: Terminal = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  now: readClock,
};

/** The request of a call. */
type Call =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string }
  | { readonly kind: "check"; readonly folder: string; readonly form: Form };

/** The form of the output. */
type Form = "text" | "--json" | "--diff";

/**
 * Runs the command, and returns its exit code: 0 if everything maps, 1 if
 * something needs a person, 2 for a wrong call.
 *
 * @param args the arguments, without the program
 * @param terminal the output; default: that of the process
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runCommand } from "@latchkey/auth/migrate/cli";
 *
 * const lines: string[] = [];
 * const out = (text: string) => void lines.push(text);
 * const terminal = { out, error: out, now: () => 0 };
 * assert.equal(await runCommand(["--help"], terminal), 0);
 * assert.match(lines.join(""), /^Usage: npx @latchkey\/auth migrate check/);
 * ```
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal = own,
): Promise<number> {
  const call = parseCall(args);
  if (call.kind === "help") {
    terminal.out(HELP);
    return 0;
  }
  if (call.kind === "wrong") {
    terminal.error(`${call.reason}\n\n${HELP}`);
    return 2;
  }
  try {
    const report = await checkApplication(call.folder, terminal.now());
    terminal.out(render(report, call.form));
    return report.maps ? 0 : 1;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.error(`${reason}\n`);
    return 2;
  }
}

function render(report: Report, form: Form): string {
  if (form === "--diff") return report.diff;
  return form === "--json"
    ? `${JSON.stringify(report, null, 2)}\n`
    : renderReport(report);
}

function parseCall(args: readonly string[]): Call {
  const isOption = (arg: string) => arg.startsWith("-");
  const options = args.filter(isOption);
  const [first, second, folder = ".", ...more] = args.filter((arg) =>
    !isOption(arg)
  );
  if (options.some((one) => one === "--help" || one === "-h")) {
    return { kind: "help" };
  }
  const [form = "text", another] = options;
  if (form !== "text" && form !== "--json" && form !== "--diff") {
    return { kind: "wrong", reason: `There is no option ${form}.` };
  }
  if (another !== undefined) {
    return { kind: "wrong", reason: "There is one option at most." };
  }
  if (first !== "migrate" || second !== "check") {
    return { kind: "wrong", reason: "The command is `migrate check`." };
  }
  if (more.length > 0) {
    return { kind: "wrong", reason: "There is one folder at most." };
  }
  return { kind: "check", folder, form };
}
