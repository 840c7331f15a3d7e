#!/usr/bin/env node
/**
 * The command line: `npx @latchkey/cli <command>`.
 *
 * @module
 */

import process from "node:process";
import { runCommand } from "./run_command.ts";
import { createTerminal } from "./terminal.ts";

process.exitCode = await runCommand(process.argv.slice(2), createTerminal());
