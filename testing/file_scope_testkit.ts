/**
 * Runs several files of tests in one process of Node or one isolate of Deno,
 * because starting one, and loading and compiling the library there, take longer
 * than most files of tests. In such a file, `node:test` is an instance of this
 * module, with the file's name as its query: what the file registers waits until
 * all files are loaded, and then runs in a suite of that name. Hooks and
 * variables of the environment stay in their file, and reports say the file.
 *
 * @module
 */

import process from "node:process";
import * as runner from "node:test";
import { giveAgain } from "./pooled_keys_testkit.ts";

export { mock } from "node:test";

type Name = "describe" | "it" | "before" | "after" | "beforeEach" | "afterEach";

/** The files of this group, and what registers their tests. */
const files: Map<string, () => void> = shareAcrossInstances();

function shareAcrossInstances(): Map<string, () => void> {
  const key = Symbol.for("latchkey.test-files");
  const shared = Reflect.get(globalThis, key) ?? new Map();
  Reflect.set(globalThis, key, shared);
  return shared;
}

const { fetch } = globalThis;
const { getBuiltinModule } = process;
const waiting: (() => void)[] = [];
let isRunning = false;

function defer<const Key extends Name>(name: Key): typeof runner[Key] {
  const later = (...args: unknown[]) => {
    const register = () => Reflect.apply(runner[name], undefined, args);
    if (isRunning) return register();
    waiting.push(register);
  };
  // No test uses the results of these functions.
  return later as typeof runner[Key];
}

/** The functions of `node:test` for one file. */
export const describe: typeof runner.describe = defer("describe");
/** See {@link describe}. */
export const it: typeof runner.it = defer("it");
/** See {@link describe}. */
export const before: typeof runner.before = defer("before");
/** See {@link describe}. */
export const after: typeof runner.after = defer("after");
/** See {@link describe}. */
export const beforeEach: typeof runner.beforeEach = defer("beforeEach");
/** See {@link describe}. */
export const afterEach: typeof runner.afterEach = defer("afterEach");

const [, own] = import.meta.url.split("?");
if (own !== undefined) {
  files.set(own, () => {
    isRunning = true;
    for (const register of waiting) register();
  });
}

/** Loads test files, by their paths in the package, and runs each in its suite. */
export async function runFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    giveAgain();
    await import(new URL(`../${path}`, import.meta.url).href);
  }
  const { env } = process;
  for (const [file, register] of files) {
    runner.describe(file, () => {
      runner.before(() => {
        giveAgain();
        process.env = { ...env };
      });
      runner.after(() => {
        // A file may leave these to the end of its process.
        runner.mock.timers.reset();
        Object.assign(process, { getBuiltinModule });
        if (globalThis.fetch !== fetch) {
          throw new Error("The file has left its own `fetch` to the next one.");
        }
      });
      register();
    });
  }
}
