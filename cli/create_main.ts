#!/usr/bin/env node
/**
 * The command line of `@latchkey/create`: npm runs this package for `npm create
 * @latchkey`.
 *
 * @module
 */

import process from "node:process";
import { create } from "./create.ts";
import { run } from "./run.ts";
import { createTerminal } from "./terminal.ts";

process.exitCode = await run(create, process.argv.slice(2), createTerminal());
