/**
 * Gives a test file an environment of its own: files that run at the same time
 * in one process share its variables. For tests only; import it first.
 *
 * @module
 */

import process from "node:process";

process.env = { ...process.env };
