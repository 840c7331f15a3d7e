/**
 * For tests only: programs that run in a process of their own, on the same
 * runtime as the test.
 *
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Starts the module of a program.
 *
 * @param name its path without an extension, from the test at `from`
 */
export function startProgram(
  [name, from]: readonly [name: string, from: string],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const isDeno = "Deno" in globalThis;
  const file = `${name}.${isDeno ? "ts" : "js"}`;
  return spawn(process.execPath, [
    ...(isDeno ? ["run", "-A", "--quiet", "--no-check"] : []),
    fileURLToPath(new URL(file, from)),
    ...args,
  ], { env: { ...process.env, ...env } });
}

/** What a program left: its output, its errors, and the signal that ended it. */
export interface Ended {
  readonly text: string;
  readonly errors: string;
  readonly signal: string | null;
}

/** Waits for the end of a program. */
export function waitForEnd(child: ChildProcess): Promise<Ended> {
  let text = "";
  let errors = "";
  child.stdout?.on("data", (data) => void (text += data));
  child.stderr?.on("data", (data) => void (errors += data));
  return new Promise((resolve) => {
    child.on("close", (_, signal) => resolve({ text, errors, signal }));
  });
}
