#!/usr/bin/env node
/**
 * The command line: `npx @latchkey/cli <command>`.
 *
 * @module
 */

import process from "node:process";
import { runCommand } from "./run_command.ts";

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  now: () => Date.now(),
  env: (name) => process.env[name],
});
