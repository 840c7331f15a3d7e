/**
 * Writes files so that nothing is half written.
 *
 * @module
 */

import { mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { WrongCall } from "../command.ts";
import type { Files } from "./framework.ts";

/**
 * Asserts that a folder is missing or empty; a repository may have begun in it.
 *
 * @throws WrongCall if it has files, or is a file
 */
export async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw new WrongCall(`${folder} is not a folder.`);
  });
  const [first] = names.filter((one) => one !== ".git");
  if (first === undefined) return;
  throw new WrongCall(
    `${folder} is not empty (${first}). Choose another folder, or run "npx @latchkey/cli init" in it to add the sign-in to an application that exists.`,
  );
}

/**
 * Writes new files. If one cannot be written, or is there already, those that
 * were written are removed.
 *
 * @throws the error of the file system
 */
export async function writeNew(folder: string, files: Files): Promise<void> {
  const made: string[] = [];
  const written: string[] = [];
  // Ctrl-C waits for these few milliseconds.
  const wait = () => {};
  process.on("SIGINT", wait);
  try {
    for (const [path, text] of Object.entries(files)) {
      const target = join(folder, path);
      const first = await mkdir(dirname(target), { recursive: true });
      if (first !== undefined) made.push(first);
      await writeFile(target, text, { flag: "wx" });
      written.push(target);
    }
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    for (const path of made.reverse()) await rmdir(path).catch(() => {});
    throw error;
  } finally {
    process.off("SIGINT", wait);
  }
}
