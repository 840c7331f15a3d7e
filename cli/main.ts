#!/usr/bin/env node
/**
 * The command line: `npx @latchkey/cli <command>`.
 *
 * @module
 */

import process from "node:process";
import { runCommand } from "./run_command.ts";
import { createTerminal } from "./terminal.ts";

const code = await runCommand(process.argv.slice(2), createTerminal());
// The module of a configuration may keep connections open. Everything is
// written when the empty text is.
process.stderr.write(
  "",
  () => process.stdout.write("", () => process.exit(code)),
);
